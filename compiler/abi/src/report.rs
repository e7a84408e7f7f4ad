//! The description for a person: plain data and its text form. Owns wording; must not decide anything.

//! The interpreter on small programs in the text form.

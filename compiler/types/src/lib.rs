//! types, signatures, inference, layouts and constant evaluation.

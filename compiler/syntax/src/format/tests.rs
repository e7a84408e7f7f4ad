//! Tests of the formatter: layouts as snapshots here, properties of every text in `properties`.

mod layouts;
mod properties;

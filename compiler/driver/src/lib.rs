//! reachable instances, units, object cache, linking.

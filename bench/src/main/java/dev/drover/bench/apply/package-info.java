/// Desired sets on a real API server: created, unchanged, one field changed.
package dev.drover.bench.apply;

package dev.drover.schema;

/// Stands here until the first real class, since an exported package may not be empty.
final class Placeholder {}

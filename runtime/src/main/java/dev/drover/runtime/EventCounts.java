package dev.drover.runtime;

/// What became of the events that an [EventRecorder] was given.
///
/// @param recorded all of them
/// @param written how many requests wrote something; a series needs few
/// @param dropped lost because too many waited, or because the recorder was closed
/// @param limited left out because there were too many about one object
/// @param failed not written, because the server refused them or could not be reached
public record EventCounts(long recorded, long written, long dropped, long limited, long failed) {}

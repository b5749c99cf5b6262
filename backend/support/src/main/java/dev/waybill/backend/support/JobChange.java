package dev.waybill.backend.support;

import dev.waybill.Job;

/// A change of the state of a job, which this server has written.
///
/// @param version the number of writes: of two changes of a job the one with the higher version is
///     the later one
public record JobChange(Job job, long version) {}

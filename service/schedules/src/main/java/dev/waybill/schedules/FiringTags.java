package dev.waybill.schedules;

/// The tags by which the jobs of a schedule are found.
final class FiringTags {

  static final String SCHEDULE = "schedule:";
  static final String SLOT = "slot:";
  static final String RUN = "run:";

  private FiringTags() {}
}

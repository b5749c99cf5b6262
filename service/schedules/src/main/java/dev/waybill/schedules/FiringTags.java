package dev.waybill.schedules;

/// The tags by which what a schedule started is found again.
final class FiringTags {

  static final String SCHEDULE = "schedule:";
  static final String SLOT = "slot:";
  static final String RUN = "run:";

  private FiringTags() {}
}

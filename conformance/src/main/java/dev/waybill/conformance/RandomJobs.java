package dev.waybill.conformance;

import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.State;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Draws the values of random operations.
///
/// Times never coincide: the clock moves by tens of milliseconds, jobs become due 3 ms and leases
/// and deadlines end 5 ms beside these. Behavior at exactly such a moment has its own tests.
final class RandomJobs {

  static final List<String> QUEUES = List.of("a", "b");

  private static final List<String> TYPES = List.of("mail", "report");
  private static final List<String> TAGS = List.of("vip", "eu", "batch");
  /// Request IDs are drawn by [#request], because they do more than identify a job for a filter.
  private static final List<JobText> TEXTS =
      JobText.FILTERS.stream().filter(text -> text != JobText.REQUEST_ID).toList();

  private static final int REQUESTS = 200;

  private final Random random;

  RandomJobs(Random random) {
    this.random = random;
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  Duration tens(int most) {
    return Duration.ofMillis(10L * random.nextInt(1, most));
  }

  NewJob job(Instant now) {
    return chance(40) ? request() : other(now);
  }

  /// One of a few bodies, so that requests repeat, with the same body or with another.
  private NewJob request() {
    int number = random.nextInt(REQUESTS);
    return NewJob.builder("mail")
        .queue(QUEUES.get(number % 2))
        .requestId("r-" + number)
        .payload(chance(90) ? "same" : "other")
        .build();
  }

  private NewJob other(Instant now) {
    NewJob.Builder job =
        NewJob.builder(oneOf(TYPES))
            .queue(oneOf(QUEUES))
            .priority(oneOf(List.of(Priority.values())))
            .payload(Payload.of(new byte[random.nextInt(50)]))
            .tags(chance(50) ? Set.of(oneOf(TAGS)) : Set.of())
            .timeout(chance(20) ? Duration.ofSeconds(20) : null)
            .deadline(chance(20) ? now.plus(tens(500)).plusMillis(5) : null);
    TEXTS.forEach(text -> text.set(job, chance(30) ? text() : null));
    Duration wait = tens(300).plusMillis(3);
    return switch (random.nextInt(4)) {
      case 0 -> job.delay(wait).build();
      case 1 -> job.runAt(now.plus(wait)).build();
      default -> job.build();
    };
  }

  Duration leaseDuration() {
    return tens(300).plusMillis(5);
  }

  Outcome outcome() {
    Duration wait = chance(50) ? Duration.ZERO : tens(200).plusMillis(3);
    return switch (random.nextInt(8)) {
      case 0 -> Outcome.retry("error " + random.nextInt(10), wait);
      case 1 -> Outcome.snooze(wait);
      case 2 -> new Outcome.Release();
      case 3 -> Outcome.fail("failed");
      case 4 -> Outcome.reject("rejected");
      default -> Outcome.done("result " + random.nextInt(10));
    };
  }

  JobFilter filter(Instant now) {
    JobFilter filter = JobFilter.ALL;
    filter = chance(40) ? filter.withStates(states()) : filter;
    filter = chance(30) ? filter.withQueue(oneOf(QUEUES)) : filter;
    filter = chance(30) ? filter.withType(oneOf(TYPES)) : filter;
    filter = chance(20) ? filter.withTag(oneOf(TAGS)) : filter;
    for (JobText text : TEXTS) {
      filter = chance(20) ? filter.withText(text, text()) : filter;
    }
    return chance(20) ? filter.withCreated(now.minus(tens(1_000)), now.minus(tens(100))) : filter;
  }

  private String text() {
    return "c-" + random.nextInt(3);
  }

  private Set<State> states() {
    return EnumSet.of(oneOf(List.of(State.values())), oneOf(List.of(State.values())));
  }
}

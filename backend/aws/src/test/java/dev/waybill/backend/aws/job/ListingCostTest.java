package dev.waybill.backend.aws.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What lists of jobs cost in calls of DynamoDB.
class ListingCostTest {

  private static final int OTHERS = 300;

  private final JobsFixture fixture = new JobsFixture(Settings.DEFAULT);

  @AfterEach
  void close() {
    fixture.close();
  }

  private static List<Draft> drafts(int jobs) {
    return IntStream.range(0, jobs)
        .mapToObj(_ -> Drafts.draft("t", NewJob.builder("x").queue("work").build()))
        .toList();
  }

  @Test
  void jobs_of_a_time_are_listed_without_reading_newer_and_older_ones() {
    AwsJobStore store = fixture.server().jobs;
    store.append(drafts(OTHERS));
    fixture.elapse(Duration.ofHours(1));
    Instant from = fixture.clock().instant();
    List<Draft> wanted = drafts(2);
    store.append(wanted);
    fixture.elapse(Duration.ofHours(1));
    Instant before = fixture.clock().instant();
    store.append(drafts(OTHERS));
    JobFilter filter = JobFilter.ALL.withQueue("work").withCreated(from, before);
    try (AwsLink link = AwsLink.open(fixture.config());
        AwsJobStore quiet = new AwsJobStore(link, fixture.settings(), AwsJobStore.Pace.STANDARD)) {
      long queries = link.counts().of("DynamoDB", "Query");
      List<Job> found = quiet.browse(new JobQuery("t", filter, 10, null)).items();
      assertThat(found)
          .extracting(Job::id)
          .containsExactlyInAnyOrderElementsOf(wanted.stream().map(one -> one.key().id()).toList());
      assertThat(link.counts().of("DynamoDB", "Query") - queries).isLessThanOrEqualTo(2);
    }
  }
}

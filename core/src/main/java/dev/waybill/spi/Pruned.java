package dev.waybill.spi;

import dev.waybill.Job;
import dev.waybill.Payload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A job that was deleted.
///
/// @param blobs its blobs, which still exist
public record Pruned(JobKey job, List<String> blobs) {

  public static Pruned of(Job job) {
    List<String> blobs =
        Stream.concat(Stream.of(job.payload()), job.result().stream())
            .map(Payload::blob)
            .flatMap(blob -> Optional.ofNullable(blob).stream())
            .toList();
    return new Pruned(new JobKey(job.tenant(), job.id()), blobs);
  }
}

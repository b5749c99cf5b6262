package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// What `waybill jobs payload` and `waybill jobs result` have in common.
final class JobBytes {

  @Parameters(paramLabel = "ID", description = "The ID of the job.")
  private String id = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to this file instead of standard output.")
  private @Nullable Path file;

  @Mixin private final Place place = new Place();

  int write(Function<Job, Payload> which) {
    JobId wanted = JobId.parse(id);
    try (Waybill waybill = place.open()) {
      Job job =
          waybill
              .find(wanted)
              .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "no job " + wanted));
      write(which.apply(job));
    }
    return 0;
  }

  private void write(Payload bytes) {
    try (InputStream content = bytes.open(0, bytes.size())) {
      if (file != null) {
        Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
      } else {
        content.transferTo(System.out);
        System.out.flush();
      }
    } catch (IOException failed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "cannot write " + file + ": " + failed, failed);
    }
  }
}

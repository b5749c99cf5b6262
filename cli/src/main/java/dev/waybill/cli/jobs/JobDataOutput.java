package dev.waybill.cli.jobs;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The arguments and output of `waybill jobs payload` and `waybill jobs result`.
final class JobDataOutput {

  @Parameters(paramLabel = "ID", description = "The ID of the job.")
  private String id = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to this file instead of standard output.")
  private @Nullable Path file;

  @Mixin private final StoreOptions store = new StoreOptions();

  int write(BiFunction<Waybill, JobId, InputStream> opening) {
    JobId wanted = JobId.parse(id);
    try (Waybill waybill = store.open();
        InputStream content = opening.apply(waybill, wanted)) {
      write(content);
    } catch (IOException failed) {
      String where = file == null ? "standard output" : file.toString();
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "cannot write " + where + ": " + failed, failed);
    }
    return 0;
  }

  private void write(InputStream content) throws IOException {
    if (file != null) {
      Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
    } else {
      content.transferTo(new FileOutputStream(FileDescriptor.out));
    }
  }
}

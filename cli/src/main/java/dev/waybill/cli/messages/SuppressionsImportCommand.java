package dev.waybill.cli.messages;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.message.SuppressionFile;
import dev.waybill.wire.message.SuppressionImport;
import dev.waybill.wire.message.SuppressionImportJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill suppressions import`
@Command(name = "import", description = "Add the recipients of a file with JSON or CSV lines.")
final class SuppressionsImportCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      description = "Lines as export prints them: JSON, or channel,recipient,reason,expires_at.")
  private Path file = Path.of("");

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.openOrCreate();
        BufferedReader lines = Files.newBufferedReader(file)) {
      return show(SuppressionFile.read(lines, waybill.suppressions()::addAll));
    } catch (CharacterCodingException notText) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          file
              + " must be UTF-8; convert it and import it again, which does no harm to what was"
              + " added");
    } catch (IOException unreadable) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "cannot read " + file + ": " + unreadable.getMessage());
    }
  }

  private int show(SuppressionImport done) {
    if (output.json()) {
      output.wire(SuppressionImportJson.DOCUMENT, done);
    } else {
      done.errors().forEach(bad -> output.error("line " + bad.line() + ": " + bad.why().detail()));
      output.line("added " + done.added() + (done.added() == 1 ? " recipient" : " recipients"));
    }
    return done.failed() == 0 ? 0 : 1;
  }
}

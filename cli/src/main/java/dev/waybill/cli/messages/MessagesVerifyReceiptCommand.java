package dev.waybill.cli.messages;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.connect.TextArgument;
import dev.waybill.cli.output.Output;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.ErasureReceipt.RecipientDigest;
import dev.waybill.message.ReceiptKey;
import dev.waybill.wire.message.ErasureReceiptJson;
import dev.waybill.wire.message.ReceiptKeyJson;
import dev.waybill.wire.message.ReceiptSignature;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill messages verify-receipt`
@Command(
    name = "verify-receipt",
    description = "Verify the signatures of receipts that erase has printed.")
final class MessagesVerifyReceiptCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "Receipts, one JSON document per line.")
  private Path file = Path.of("");

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "Public keys from receipt-keys --json; default is to ask the server or store.")
  private @Nullable Path keys;

  @Option(
      names = "--recipient",
      paramLabel = "ADDRESS",
      description = "Require that the receipts are about this recipient.")
  private @Nullable String recipient;

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    List<ErasureReceipt> receipts =
        TextArgument.file(file)
            .lines()
            .filter(line -> !line.isBlank())
            .map(line -> ErasureReceiptJson.DOCUMENT.readAnswer(bytes(line)))
            .toList();
    List<ReceiptKey> known = keys();
    List<ErasureReceipt> valid = new ArrayList<>();
    for (ErasureReceipt receipt : receipts) {
      Optional<String> problem = problem(receipt, known);
      problem.ifPresent(what -> output.error(receipt.statement().id() + ": " + what));
      if (problem.isEmpty()) {
        valid.add(receipt);
      }
    }
    show(valid);
    boolean isWhole = isWhole(valid);
    if (!isWhole) {
      output.error("the last receipt of this erasure is missing: more messages follow it");
    }
    return isWhole && !valid.isEmpty() && valid.size() == receipts.size() ? 0 : 1;
  }

  /// An erasure of many messages has several receipts; only the last one has no cursor.
  private static boolean isWhole(List<ErasureReceipt> receipts) {
    return receipts.isEmpty()
        || receipts.stream().anyMatch(receipt -> receipt.statement().nextCursor() == null);
  }

  private void show(List<ErasureReceipt> receipts) {
    int valid = receipts.size();
    int messages = receipts.stream().mapToInt(one -> one.statement().messages().size()).sum();
    if (output.json()) {
      receipts.forEach(receipt -> output.wire(ErasureReceiptJson.DOCUMENT, receipt));
    } else {
      output.line(
          "%d %s valid, about %d messages"
              .formatted(valid, valid == 1 ? "receipt is" : "receipts are", messages));
    }
  }

  private Optional<String> problem(ErasureReceipt receipt, List<ReceiptKey> known) {
    RecipientDigest about = receipt.statement().recipient();
    boolean matches = recipient == null || (about != null && about.matches(recipient));
    return ReceiptSignature.problem(receipt, known)
        .or(() -> matches ? Optional.empty() : Optional.of("it is about another recipient"));
  }

  private List<ReceiptKey> keys() {
    if (keys != null) {
      return ReceiptKeyJson.LIST.readAnswer(bytes(TextArgument.file(keys)));
    }
    try (Waybill waybill = store.open()) {
      return waybill.messages().receiptKeys();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

package dev.waybill.documents.embed;

import dev.waybill.documents.remote.DailyBudget;
import dev.waybill.documents.remote.DailyUsage;
import dev.waybill.documents.remote.Pausing;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.Network;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Ledger;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/// The configured embedding model: one for all tenants, each of which has a budget of its own.
public final class Embedders implements AutoCloseable {

  /// Well below the limits of services.
  private static final int TOKENS_PER_CALL = 100_000;

  private final Shared shared;
  private final DailyBudget budget;

  /// What all tenants share.
  private record Shared(Embedder embedder, int textsPerCall, Runnable close) {}

  private Embedders(Shared shared, DailyBudget budget) {
    this.shared = shared;
    this.budget = budget;
  }

  /// Reads [EmbeddingKeys]; refused with `INVALID_ARGUMENT` if a setting is invalid. Nothing is
  /// loaded or called yet.
  ///
  /// @param network the way to the configured URL
  public static Embedders open(Settings settings, Ledger ledger, Network network) {
    CountDownLatch closed = new CountDownLatch(1);
    return open(settings, ledger, network, Pausing.until(closed), closed::countDown);
  }

  static Embedders open(
      Settings settings, Ledger ledger, Network network, Pausing pausing, Runnable close) {
    EmbeddingSettings ours = new EmbeddingSettings(settings.ofServices());
    DailyUsage usage = new DailyUsage(ledger, Retention.EMBEDDING_USAGE);
    DailyBudget budget = new DailyBudget("embedding", ours.budget(), usage, settings.clock());
    Shared shared =
        ours.isLocal()
            ? local()
            : remote(
                ours,
                new HttpSender(network.trusted(), RemoteEmbedder.TIMEOUTS, settings.clock()),
                settings.clock(),
                pausing,
                close);
    return new Embedders(shared, budget);
  }

  private static Shared local() {
    LocalEmbedder local = new LocalEmbedder(Runtime.getRuntime().availableProcessors());
    return new Shared(local, Embedder.TEXTS_PER_CALL, local::close);
  }

  private static Shared remote(
      EmbeddingSettings ours,
      HttpSender http,
      InstantSource clock,
      Pausing pausing,
      Runnable close) {
    RemoteApi api = ours.api();
    Embedder paced =
        new PacedEmbedder(
            new RemoteEmbedder(api, http),
            ours.get(EmbeddingKeys.RATE_CALLS),
            ours.get(EmbeddingKeys.RATE_TOKENS),
            clock,
            pausing);
    return new Shared(new RetryingEmbedder(paced, pausing), ours.textsPerCall(api), close);
  }

  public EmbeddingModel model() {
    return shared.embedder().model();
  }

  /// The embedder with the budget of one tenant.
  public Embedder of(String tenant) {
    Embedder embedder =
        budget.amount().isLimited()
            ? new BudgetedEmbedder(shared.embedder(), tenant, budget)
            : shared.embedder();
    return new BatchingEmbedder(embedder, shared.textsPerCall(), TOKENS_PER_CALL);
  }

  /// Ends waits and frees the local model; calls fail from now on.
  @Override
  public void close() {
    shared.close().run();
  }
}

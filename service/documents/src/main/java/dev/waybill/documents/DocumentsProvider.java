package dev.waybill.documents;

import dev.waybill.Capabilities;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.document.Diagrams;
import dev.waybill.document.Documents;
import dev.waybill.documents.embed.Embedders;
import dev.waybill.documents.index.ChunkIndexes;
import dev.waybill.documents.index.IndexKeys;
import dev.waybill.documents.model.DiagramDrawer;
import dev.waybill.documents.model.LanguageModel;
import dev.waybill.documents.upload.DocumentIntake;
import dev.waybill.documents.upload.UploadLimits;
import dev.waybill.documents.upload.Uploading;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.ProxyServer;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.service.IdentifiedJobs;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Adds documents to an engine if the setting [#PATH] names a directory for their index. The engine
/// processes uploads if [#PROCESS] is `true`; by default it does so if it does maintenance by
/// itself.
public final class DocumentsProvider implements ServiceProvider {

  public static final String PATH = "documents.path";
  public static final String MAX_FILE_BYTES = "documents.max_file_bytes";
  public static final String CONCURRENCY = "documents.concurrency";
  public static final String PROCESS = "documents.process";

  private static final System.Logger LOG = System.getLogger(DocumentsProvider.class.getName());

  @Override
  public void open(ServiceHost host) {
    Map<String, String> settings = host.settings().ofServices();
    String path = settings.getOrDefault(PATH, "");
    if (path.isEmpty()) {
      return;
    }
    int concurrency = (int) number(settings, CONCURRENCY, 2);
    Network network = network(settings);
    ChunkIndexes indexes =
        ChunkIndexes.of(
            settings, new ChunkIndexes.Host(Path.of(path), network, host.settings().clock()));
    boolean processes = processes(host, indexes);
    LocalTools tools =
        new LocalTools(
            indexes,
            Embedders.open(host.settings(), host.backend().ledger(), network),
            concurrency);
    host.whileOpen(() -> {}, tools::close);
    @Nullable LanguageModel model =
        LanguageModel.open(host.settings(), host.backend().ledger(), network).orElse(null);
    host.whileOpen(() -> {}, () -> close(model));
    UploadLimits limits =
        UploadLimits.DEFAULT.withFileBytes(
            number(settings, MAX_FILE_BYTES, UploadLimits.DEFAULT.fileBytes()));
    DocumentService service =
        new DocumentService(
            new DocumentService.Engine(
                host.waybill(),
                host.backend(),
                tenant -> host.require(IdentifiedJobs.class, tenant),
                host.settings().clock()),
            tools::of,
            new Uploading.Rules(
                limits, LocalTools::type, DocumentService.RETRY, ofCallers(settings)),
            new DocumentService.Options(concurrency, new DiagramDrawer(model), indexes.shared()));
    host.offer(Documents.class, service::documents);
    host.offer(Diagrams.class, service::diagrams);
    host.offer(DocumentIntake.class, service::documents);
    host.whileOpen(processes ? service::start : () -> {}, service::close);
  }

  private static void close(@Nullable LanguageModel model) {
    if (model != null) {
      model.close();
    }
  }

  /// Whether this engine processes uploads. If it does not, others must be able to, and searches
  /// must find what they process.
  private static boolean processes(ServiceHost host, ChunkIndexes indexes) {
    boolean isShared = host.backend().capabilities().has(Capabilities.Feature.SHARED);
    String asked = host.settings().ofServices().getOrDefault(PROCESS, "");
    if (asked.equals("false")) {
      check(isShared, "needs a store that servers share; no other process can use this one");
      check(indexes.shared(), "needs an index that servers share: set documents.index");
      return false;
    }
    boolean processes = asked.equals("true") || host.settings().maintenanceEvery() != null;
    if (processes && isShared && !indexes.shared()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "several servers can share this store, but the index of documents belongs to this server"
              + " alone: a search finds only documents that were processed here. Choose a shared"
              + " index with {0}.",
          IndexKeys.INDEX.name());
    }
    return processes;
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, PROCESS + "=false " + otherwise);
    }
  }

  /// For URLs of the configuration.
  private static Network network(Map<String, String> settings) {
    return new Network(
        TargetAddresses.trusted(),
        ProxyServer.read(settings.getOrDefault(MessagesProvider.PROXY, "")).orElse(null));
  }

  /// For URLs that callers name: the rule is that of webhooks.
  private static Network ofCallers(Map<String, String> settings) {
    String allowed = settings.getOrDefault(MessagesProvider.ALLOW_NETWORKS, "");
    return new Network(TargetAddresses.allowing(allowed), network(settings).proxyServer());
  }

  private static long number(Map<String, String> settings, String name, long otherwise) {
    String text = settings.getOrDefault(name, "");
    try {
      return text.isEmpty() ? otherwise : Long.parseLong(text);
    } catch (NumberFormatException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, name + " must be a number; it is " + Text.quote(text), malformed);
    }
  }
}

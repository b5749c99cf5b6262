package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.documents.DocumentsProvider;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.proto.v1.CreateDiagramRequest;
import dev.waybill.proto.v1.DeleteDiagramRequest;
import dev.waybill.proto.v1.DeleteDocumentRequest;
import dev.waybill.proto.v1.Diagram;
import dev.waybill.proto.v1.Document;
import dev.waybill.proto.v1.DocumentServiceGrpc;
import dev.waybill.proto.v1.EraseDocumentRequest;
import dev.waybill.proto.v1.GetDiagramRequest;
import dev.waybill.proto.v1.GetDiagramResponse;
import dev.waybill.proto.v1.GetDocumentRequest;
import dev.waybill.proto.v1.ListDiagramsRequest;
import dev.waybill.proto.v1.ListDocumentsRequest;
import dev.waybill.proto.v1.SearchDocumentsRequest;
import dev.waybill.proto.v1.UploadDocumentsRequest;
import dev.waybill.proto.v1.UploadDocumentsResponse;
import dev.waybill.proto.v1.UploadFile;
import dev.waybill.proto.v1.UploadHeader;
import dev.waybill.settings.Settings;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Documents over gRPC, with the real parser, model and index.
@Timeout(300)
final class DocumentCallsTest {

  private static final String GUIDE =
      "# Lighthouse\n\n## History\n\nThe lamp was built by watchmakers.\n";

  private @TempDir Path folder;
  private Served served;
  private DocumentServiceGrpc.DocumentServiceBlockingStub calls;

  @BeforeEach
  void open() {
    Settings settings =
        Settings.DEFAULT
            .withServiceSetting(DocumentsProvider.PATH, folder.resolve("documents").toString())
            .withServiceSetting(MessagesProvider.ALLOW_NETWORKS, "127.0.0.0/8");
    GrpcSettings grpc = Served.FREE_PORT.withMaxRequestBytes(1 << 20).withAllRequestBytes(4 << 20);
    served = Served.in(folder.resolve("data"), settings, grpc);
    calls = DocumentServiceGrpc.newBlockingStub(served.channel);
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void documents_are_uploaded_found_drawn_and_erased() {
    UploadDocumentsResponse upload =
        upload(
            List.of(
                header("s1"), file("guide.md"), bytes(GUIDE), file("b.txt"), bytes("Calm sea.")));
    assertThat(upload.getDocumentsList())
        .extracting(Document::getName)
        .containsExactly("guide.md", "b.txt");
    awaitEnd(upload.getJobId());
    String id = upload.getDocuments(0).getDocumentId();
    Document document =
        calls.getDocument(GetDocumentRequest.newBuilder().setDocumentId(id).build()).getDocument();
    assertThat(document.getState()).isEqualTo("ready");
    assertThat(document.getIndex().getChunks()).isPositive();
    assertThat(
            calls
                .searchDocuments(
                    SearchDocumentsRequest.newBuilder()
                        .setQuery("who built the lamp?")
                        .setSessionId("s1")
                        .setLimit(1)
                        .build())
                .getPassagesList())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.getDocumentId()).isEqualTo(id);
              assertThat(found.getHeadingsList()).contains("History");
            });
    ListDocumentsRequest first =
        ListDocumentsRequest.newBuilder().setSessionId("s1").setPageSize(1).build();
    String next = calls.listDocuments(first).getNextPageToken();
    assertThat(
            calls
                .listDocuments(first.toBuilder().setPageToken(next).build())
                .getDocuments(0)
                .getName())
        .isEqualTo("b.txt");
    Diagram diagram = drawn("s1");
    GetDiagramRequest get =
        GetDiagramRequest.newBuilder()
            .setDiagramId(diagram.getDiagramId())
            .setWithSvg(true)
            .build();
    GetDiagramResponse shown = calls.getDiagram(get);
    assertThat(shown.getDiagram().getState()).isEqualTo("ready");
    assertThat(shown.getDiagram().getMermaid()).startsWith("mindmap").contains("\"History\"");
    assertThat(shown.getSvg()).startsWith("<svg");
    assertThat(
            calls
                .listDiagrams(ListDiagramsRequest.newBuilder().setSessionId("s1").build())
                .getDiagramsList())
        .hasSize(1);
    assertThat(
            calls
                .eraseDocument(EraseDocumentRequest.newBuilder().setDocumentId(id).build())
                .getReceipt())
        .contains("\"signature\"", id);
    assertRefused(Status.Code.NOT_FOUND, () -> calls.getDiagram(get));
    DeleteDocumentRequest delete =
        DeleteDocumentRequest.newBuilder()
            .setDocumentId(upload.getDocuments(1).getDocumentId())
            .build();
    Diagram other = drawn("s1");
    DeleteDiagramRequest deleteDiagram =
        DeleteDiagramRequest.newBuilder().setDiagramId(other.getDiagramId()).build();
    assertThat(calls.deleteDiagram(deleteDiagram).isInitialized()).isTrue();
    assertRefused(Status.Code.NOT_FOUND, () -> calls.deleteDiagram(deleteDiagram));
    assertThat(calls.deleteDocument(delete).isInitialized()).isTrue();
    assertRefused(Status.Code.NOT_FOUND, () -> calls.deleteDocument(delete));
  }

  private Diagram drawn(String session) {
    Diagram diagram =
        calls
            .createDiagram(
                CreateDiagramRequest.newBuilder().setSessionId(session).setKind("outline").build())
            .getDiagram();
    awaitEnd(diagram.getJobId());
    return diagram;
  }

  private void awaitEnd(String job) {
    eventually(
        () ->
            assertThat(
                    served
                        .waybill
                        .find(JobId.parse(job))
                        .orElseThrow()
                        .progress()
                        .state()
                        .isTerminal())
                .isTrue());
  }

  @Test
  void a_file_may_be_larger_than_the_memory_for_requests() {
    byte[] half = new byte[512 * 1024];
    Arrays.fill(half, (byte) 'a');
    UploadDocumentsRequest content =
        UploadDocumentsRequest.newBuilder().setContent(ByteString.copyFrom(half)).build();
    List<UploadDocumentsRequest> messages =
        IntStream.range(0, 34)
            .mapToObj(i -> i == 0 ? header("s1") : i == 1 ? file("a.txt") : content)
            .toList();
    UploadDocumentsResponse upload = upload(messages);
    assertThat(upload.getDocuments(0).getSize()).isEqualTo(32L * half.length);
  }

  @Test
  void an_upload_with_a_known_request_id_is_the_earlier_one() {
    UploadDocumentsRequest header =
        UploadDocumentsRequest.newBuilder()
            .setHeader(UploadHeader.newBuilder().setSessionId("s1").setRequestId("r1"))
            .build();
    List<UploadDocumentsRequest> messages = List.of(header, file("a.txt"), bytes("Calm sea."));
    UploadDocumentsResponse first = upload(messages);
    UploadDocumentsResponse again = upload(messages);
    assertThat(again.getDuplicate()).isTrue();
    assertThat(again.getJobId()).isEqualTo(first.getJobId());
  }

  @Test
  void streams_out_of_order_are_refused_and_nothing_is_stored() {
    UploadDocumentsRequest empty = UploadDocumentsRequest.getDefaultInstance();
    for (List<UploadDocumentsRequest> wrong :
        List.of(
            List.<UploadDocumentsRequest>of(),
            List.of(file("a.txt"), bytes("x")),
            List.of(header("s1")),
            List.of(header("s1"), bytes("x")),
            List.of(header("s1"), header("s1")),
            List.of(header("s1"), file("a.txt"), bytes("x"), empty),
            List.of(header("s1"), file("a.txt"), bytes("text"), file("b"), bytes("PK\u0003\u0004")),
            List.of(header("../s1"), file("a.txt"), bytes("x")))) {
      assertRefused(Status.Code.INVALID_ARGUMENT, () -> upload(wrong));
    }
    assertThat(calls.listDocuments(ListDocumentsRequest.getDefaultInstance()).getDocumentsList())
        .isEmpty();
    assertRefused(
        Status.Code.INVALID_ARGUMENT,
        () -> calls.createDiagram(CreateDiagramRequest.newBuilder().setKind("pie").build()));
    assertRefused(
        Status.Code.INVALID_ARGUMENT,
        () -> calls.searchDocuments(SearchDocumentsRequest.newBuilder().setLimit(-1).build()));
  }

  @Test
  void files_behind_urls_are_downloaded() throws IOException {
    HttpServer host =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    host.createContext("/a.txt", exchange -> answer(exchange, "Calm sea."));
    host.start();
    try {
      String url = "http://127.0.0.1:" + host.getAddress().getPort() + "/a.txt";
      UploadDocumentsRequest header = header(UploadHeader.newBuilder().addUrls(url));
      assertRefused(
          Status.Code.INVALID_ARGUMENT,
          () -> upload(List.of(header, file("b.txt"), bytes("Both are too much."))));
      UploadDocumentsResponse upload = upload(List.of(header));
      assertThat(upload.getDocumentsList())
          .extracting(Document::getName, Document::getSize)
          .containsExactly(tuple("a.txt", 9L));
    } finally {
      host.stop(0);
    }
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void a_webhook_is_sent_when_the_job_has_ended() {
    UploadHeader.Builder header =
        UploadHeader.newBuilder().setWebhookUrl("https://example.org/hook");
    UploadDocumentsResponse upload =
        upload(List.of(header(header), file("a.txt"), bytes("Calm sea.")));
    awaitEnd(upload.getJobId());
    eventually(
        () ->
            assertThat(
                    served.waybill.messages().list(MessageFilter.ALL, Page.Request.FIRST).items())
                .extracting(Message::channel)
                .containsExactly("webhook"));
    assertRefused(
        Status.Code.INVALID_ARGUMENT,
        () ->
            upload(
                List.of(
                    header(UploadHeader.newBuilder().setWebhookUrl("ftp://example.org")),
                    file("a.txt"),
                    bytes("Calm sea."))));
  }

  private static UploadDocumentsRequest header(UploadHeader.Builder header) {
    return UploadDocumentsRequest.newBuilder().setHeader(header.setSessionId("s1")).build();
  }

  @Test
  void a_client_that_leaves_in_the_middle_leaves_nothing() {
    Uploads answer = new Uploads(List.of(header("s1"), file("a.txt"), bytes("text")), false);
    DocumentServiceGrpc.newStub(served.channel).uploadDocuments(answer);
    eventually(() -> assertThat(served.server.streams()).isEqualTo(1));
    answer.call.join().cancel("gone", null);
    eventually(() -> assertThat(served.server.streams()).isZero());
    assertThat(calls.listDocuments(ListDocumentsRequest.getDefaultInstance()).getDocumentsList())
        .isEmpty();
  }

  private static UploadDocumentsRequest header(String session) {
    return UploadDocumentsRequest.newBuilder()
        .setHeader(UploadHeader.newBuilder().setSessionId(session))
        .build();
  }

  private static UploadDocumentsRequest file(String name) {
    return UploadDocumentsRequest.newBuilder()
        .setFile(UploadFile.newBuilder().setName(name))
        .build();
  }

  private static UploadDocumentsRequest bytes(String text) {
    return UploadDocumentsRequest.newBuilder().setContent(ByteString.copyFromUtf8(text)).build();
  }

  private UploadDocumentsResponse upload(List<UploadDocumentsRequest> messages) {
    Uploads answer = new Uploads(messages, true);
    StreamObserver<UploadDocumentsRequest> to =
        DocumentServiceGrpc.newStub(served.channel).uploadDocuments(answer);
    assertThat(to).isNotNull();
    return answer.get();
  }

  /// Sends messages when the server takes them.
  private static final class Uploads
      implements ClientResponseObserver<UploadDocumentsRequest, UploadDocumentsResponse> {

    private final Iterator<UploadDocumentsRequest> messages;
    private final boolean completes;
    private final CompletableFuture<UploadDocumentsResponse> answer = new CompletableFuture<>();
    private final CompletableFuture<ClientCallStreamObserver<UploadDocumentsRequest>> call =
        new CompletableFuture<>();
    private boolean completed;

    Uploads(List<UploadDocumentsRequest> messages, boolean completes) {
      this.messages = messages.iterator();
      this.completes = completes;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<UploadDocumentsRequest> stream) {
      call.complete(stream);
      stream.setOnReadyHandler(this::send);
    }

    private void send() {
      while (messages.hasNext() && call.join().isReady()) {
        call.join().onNext(messages.next());
      }
      if (!messages.hasNext() && completes && !completed) {
        completed = true;
        call.join().onCompleted();
      }
    }

    UploadDocumentsResponse get() {
      try {
        return answer.get(100, TimeUnit.SECONDS);
      } catch (ExecutionException failed) {
        throw (StatusRuntimeException) failed.getCause();
      } catch (InterruptedException | TimeoutException unexpected) {
        throw new AssertionError(unexpected);
      }
    }

    @Override
    public void onNext(UploadDocumentsResponse response) {
      answer.complete(response);
    }

    @Override
    public void onError(Throwable refused) {
      answer.completeExceptionally(refused);
    }

    @Override
    public void onCompleted() {}
  }

  private static void assertRefused(Status.Code code, ThrowingCallable call) {
    StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(refused).isNotNull();
    assertThat(refused.getStatus().getCode()).as(refused.getMessage()).isEqualTo(code);
  }
}

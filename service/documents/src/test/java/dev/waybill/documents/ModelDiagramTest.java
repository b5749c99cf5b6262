package dev.waybill.documents;

import static dev.waybill.documents.DocumentFixture.TENANT;
import static dev.waybill.documents.DocumentFixture.file;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Diagram;
import dev.waybill.document.DiagramEngine;
import dev.waybill.document.DiagramKind;
import dev.waybill.document.DiagramState;
import dev.waybill.document.NewDiagram;
import dev.waybill.documents.model.ChatEndpoint;
import dev.waybill.documents.model.DiagramKeys;
import dev.waybill.documents.model.LanguageModel;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ModelDiagramTest {

  private static final String OUTLINE =
      "{\"nodes\": [{\"label\": \"Sea\"}, {\"label\": \"Fish\\\"]; <script>\", \"parent\": 0}]}";

  private @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"openai", "gemini"})
  void the_answer_of_the_model_is_drawn_here_and_kept_with_the_prompt(String provider)
      throws IOException {
    String fenced = "```json\n" + OUTLINE + "\n```";
    try (ChatEndpoint endpoint = new ChatEndpoint(fenced);
        DocumentFixture fixture = fixture(endpoint, provider)) {
      AcceptedUpload upload = fixture.upload(file("a.txt", "fish swim in the sea"));
      fixture.ended(upload);
      Diagram diagram = drawn(fixture, DiagramKind.OUTLINE, null);
      assertThat(diagram.engine()).isEqualTo(DiagramEngine.MODEL);
      assertThat(content(diagram).mermaid())
          .isEqualTo(
              """
              mindmap
                n0["a.txt"]
                  n1["Sea"]
                    n2["Fish#34;#93;#59; #60;script#62;"]
              """);
      assertThat(exchange(diagram).prompt()).contains("Document: a.txt", "fish swim in the sea");
      assertThat(exchange(diagram).answer()).isEqualTo(fenced);
      assertThat(fixture.diagrams.svg(diagram.id()).text()).contains(">Sea<");
      assertThat(fixture.job(diagram.jobId()).result().orElseThrow().text())
          .contains("\"mermaid\"")
          .doesNotContain("\"prompt\"", "\"answer\"");
      fixture.documents.erase(upload.documents().getFirst().id());
      assertThat(fixture.diagrams.find(diagram.id())).isEmpty();
      assertThat(fixture.backend.blobs().find(TENANT, "diagrams/" + diagram.id() + "/text"))
          .isEmpty();
    }
  }

  @Test
  void a_request_may_ask_for_the_builtin_engine() throws IOException {
    try (ChatEndpoint endpoint = new ChatEndpoint(OUTLINE);
        DocumentFixture fixture = fixture(endpoint, "openai")) {
      fixture.ended(fixture.upload(file("a.txt", "fish")));
      Diagram diagram = drawn(fixture, DiagramKind.TERMS, DiagramEngine.BUILTIN);
      assertThat(content(diagram).exchange()).isNull();
      assertThat(endpoint.asked()).isEmpty();
    }
  }

  @Test
  void a_graph_of_terms_is_drawn() throws IOException {
    String graph =
        "{\"terms\": [\"Sea\", \"Fish\"], \"edges\": [{\"from\": 0, \"to\": 1, \"weight\": 4}]}";
    try (ChatEndpoint endpoint = new ChatEndpoint(graph);
        DocumentFixture fixture = fixture(endpoint, "openai")) {
      fixture.ended(fixture.upload(file("a.txt", "fish")));
      assertThat(content(drawn(fixture, DiagramKind.TERMS, null)).mermaid())
          .isEqualTo("flowchart LR\n  t0[\"Sea\"]\n  t1[\"Fish\"]\n  t0 ---|4| t1\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Here is your diagram: mindmap",
        "{\"nodes\": []}",
        "{\"nodes\": [{\"label\": \"a\", \"parent\": 0}]}",
        "{\"nodes\": [{\"label\": 7}]}",
        "{\"nodes\": [{\"label\": \"a\"},{\"label\": \"a\",\"parent\": 0},{\"label\": \"a\","
            + "\"parent\": 1},{\"label\": \"a\",\"parent\": 2},{\"label\": \"a\",\"parent\": 3},"
            + "{\"label\": \"a\",\"parent\": 4}]}"
      })
  void an_answer_that_is_not_a_diagram_is_asked_for_again_and_then_fails(String answer)
      throws IOException {
    try (ChatEndpoint endpoint = new ChatEndpoint(answer);
        DocumentFixture fixture = fixture(endpoint, "openai")) {
      fixture.ended(fixture.upload(file("a.txt", "fish")));
      Diagram diagram = drawn(fixture, DiagramKind.OUTLINE, null);
      assertThat(diagram.state()).isEqualTo(DiagramState.FAILED);
      assertThat(Objects.requireNonNull(diagram.progress().failure()).code())
          .isEqualTo("invalid_answer");
      assertThat(exchange(diagram).answer()).isEqualTo(answer);
      assertThat(endpoint.asked()).hasSize(3);
      Job job = fixture.job(diagram.jobId());
      assertThat(job.progress().state()).isEqualTo(State.FAILED);
      assertThat(job.attempt()).isEqualTo(1);
    }
  }

  @Test
  void a_second_answer_may_be_good() throws IOException {
    try (ChatEndpoint endpoint = new ChatEndpoint(OUTLINE);
        DocumentFixture fixture = fixture(endpoint, "openai")) {
      endpoint.plan(200, "{\"choices\": [{\"message\": {\"content\": \"sorry\"}}]}");
      fixture.ended(fixture.upload(file("a.txt", "fish")));
      assertThat(drawn(fixture, DiagramKind.OUTLINE, null).state()).isEqualTo(DiagramState.READY);
      assertThat(endpoint.asked()).hasSize(2);
    }
  }

  @Test
  void a_model_that_refuses_makes_a_dead_letter_at_once() throws IOException {
    try (ChatEndpoint endpoint = new ChatEndpoint(OUTLINE);
        DocumentFixture fixture = fixture(endpoint, "openai")) {
      endpoint.plan(401, "wrong key");
      fixture.ended(fixture.upload(file("a.txt", "fish")));
      Diagram diagram = drawn(fixture, DiagramKind.OUTLINE, null);
      assertThat(fixture.job(diagram.jobId()).progress().state()).isEqualTo(State.DEAD);
      assertThat(Objects.requireNonNull(diagram.progress().failure()).code())
          .isEqualTo("model_refused");
      var _ = fixture.waybill.redrive(diagram.jobId());
      fixture.ended(diagram.jobId());
      assertThat(fixture.diagrams.get(diagram.id()).state()).isEqualTo(DiagramState.READY);
    }
  }

  private DocumentFixture fixture(ChatEndpoint endpoint, String provider) {
    Settings settings =
        Settings.DEFAULT
            .withServiceSetting(DiagramKeys.PROVIDER.name(), provider)
            .withServiceSetting(DiagramKeys.URL.name(), endpoint.url())
            .withServiceSetting(DiagramKeys.KEY.name(), "secret");
    LanguageModel model =
        LanguageModel.open(
                settings, new ModelLedger(), new Network(TargetAddresses.trusted(), null))
            .orElseThrow();
    return new DocumentFixture(folder, model).started();
  }

  private static Diagram drawn(
      DocumentFixture fixture, DiagramKind kind, @Nullable DiagramEngine engine) {
    NewDiagram.Subject subject = new NewDiagram.Subject(kind, List.of(), engine);
    Diagram diagram = fixture.diagrams.create(NewDiagram.of("s1", subject)).diagram();
    fixture.ended(diagram.jobId());
    return fixture.diagrams.get(diagram.id());
  }

  private static Diagram.Content content(Diagram diagram) {
    return Objects.requireNonNull(diagram.content());
  }

  private static Diagram.Exchange exchange(Diagram diagram) {
    return Objects.requireNonNull(content(diagram).exchange());
  }
}

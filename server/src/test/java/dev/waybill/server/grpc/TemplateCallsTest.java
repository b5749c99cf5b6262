package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.assertInvalidFields;
import static dev.waybill.server.grpc.Served.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.proto.v1.DeleteTemplateRequest;
import dev.waybill.proto.v1.GetTemplateRequest;
import dev.waybill.proto.v1.ListTemplateVersionsRequest;
import dev.waybill.proto.v1.ListTemplateVersionsResponse;
import dev.waybill.proto.v1.ListTemplatesRequest;
import dev.waybill.proto.v1.ListTemplatesResponse;
import dev.waybill.proto.v1.PreviewTemplateRequest;
import dev.waybill.proto.v1.PreviewTemplateResponse;
import dev.waybill.proto.v1.PutTemplateRequest;
import dev.waybill.proto.v1.Template;
import dev.waybill.proto.v1.TemplateParts;
import dev.waybill.proto.v1.TemplateServiceGrpc;
import io.grpc.Status;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplateCallsTest {

  private static final PutTemplateRequest WELCOME =
      PutTemplateRequest.newBuilder()
          .setName("welcome")
          .setSubject("Hi {{name}}")
          .setHtml("<b>{{name}}</b>")
          .putLocales("de", TemplateParts.newBuilder().setText("Hallo {{name}}").build())
          .build();

  @TempDir Path folder;
  private Served served;
  private TemplateServiceGrpc.TemplateServiceBlockingStub calls;

  @BeforeEach
  void open() {
    served = Served.in(folder);
    calls = TemplateServiceGrpc.newBlockingStub(served.channel);
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void a_template_is_stored_with_its_languages_and_returned() {
    Template stored = calls.putTemplate(WELCOME).getTemplate();
    assertThat(stored.getVersion()).isEqualTo(1);
    assertThat(stored.hasCreatedAt()).isTrue();
    assertThat(stored.getSubject()).isEqualTo("Hi {{name}}");
    assertThat(stored.hasText()).isFalse();
    assertThat(stored.getLocalesMap()).isEqualTo(WELCOME.getLocalesMap());
    assertThat(get("welcome")).isEqualTo(stored);
    assertThat(calls.putTemplate(WELCOME).getTemplate().getVersion()).isEqualTo(1);
  }

  @Test
  void every_version_stays_and_is_listed() {
    calls.putTemplate(WELCOME);
    calls.putTemplate(WELCOME.toBuilder().setSubject("Hello {{name}}").build());
    GetTemplateRequest first = named("welcome").toBuilder().setVersion(1).build();
    assertThat(calls.getTemplate(first).getTemplate().getSubject()).isEqualTo("Hi {{name}}");
    assertThat(get("welcome").getVersion()).isEqualTo(2);
    ListTemplateVersionsRequest one =
        ListTemplateVersionsRequest.newBuilder().setName("welcome").setPageSize(1).build();
    ListTemplateVersionsResponse page = calls.listTemplateVersions(one);
    assertThat(page.getVersionsList()).extracting(Template::getVersion).containsExactly(1);
    ListTemplateVersionsResponse next =
        calls.listTemplateVersions(one.toBuilder().setPageToken(page.getNextPageToken()).build());
    assertThat(next.getVersionsList()).extracting(Template::getVersion).containsExactly(2);
    assertThat(next.getNextPageToken()).isEmpty();
  }

  @Test
  void templates_are_listed_by_name_in_pages() {
    calls.putTemplate(WELCOME);
    calls.putTemplate(WELCOME.toBuilder().setName("bye").build());
    ListTemplatesRequest one = ListTemplatesRequest.newBuilder().setPageSize(1).build();
    ListTemplatesResponse page = calls.listTemplates(one);
    assertThat(page.getTemplatesList()).extracting(Template::getName).containsExactly("bye");
    ListTemplatesResponse next =
        calls.listTemplates(one.toBuilder().setPageToken(page.getNextPageToken()).build());
    assertThat(next.getTemplatesList()).extracting(Template::getName).containsExactly("welcome");
    assertRefused(
        () -> calls.listTemplates(one.toBuilder().setPageSize(1_001).build()),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_ARGUMENT);
  }

  @Test
  void a_preview_is_escaped_for_its_channel_and_language() {
    calls.putTemplate(WELCOME);
    PreviewTemplateRequest ask =
        PreviewTemplateRequest.newBuilder()
            .setName("welcome")
            .setVariables("{\"name\":\"A&B\"}")
            .build();
    PreviewTemplateResponse shown = calls.previewTemplate(ask);
    assertThat(shown.getVersion()).isEqualTo(1);
    assertThat(shown.getSubject()).isEqualTo("Hi A&B");
    assertThat(shown.getBody().getHtml()).isEqualTo("<b>A&amp;B</b>");
    PreviewTemplateResponse german =
        calls.previewTemplate(ask.toBuilder().setLocale("de-AT").build());
    assertThat(german.getLocale()).isEqualTo("de");
    assertThat(german.getBody().getText()).isEqualTo("Hallo A&B");
  }

  @Test
  void a_refusal_names_the_wrong_field() throws Exception {
    calls.putTemplate(WELCOME);
    PreviewTemplateRequest empty = PreviewTemplateRequest.newBuilder().setName("welcome").build();
    assertInvalidFields(() -> calls.previewTemplate(empty), "/variables/name");
    PutTemplateRequest open =
        WELCOME.toBuilder()
            .putLocales("de", TemplateParts.newBuilder().setText("{{#a}}").build())
            .build();
    assertInvalidFields(() -> calls.putTemplate(open), "/locales/de/text");
    PutTemplateRequest.Builder many = WELCOME.toBuilder();
    for (int i = 0; i < 101; i++) {
      many.putLocales("de-x-" + i, TemplateParts.newBuilder().setText("Hallo").build());
    }
    assertInvalidFields(() -> calls.putTemplate(many.build()), "/locales");
  }

  @Test
  void a_deleted_template_is_not_found() {
    calls.putTemplate(WELCOME);
    DeleteTemplateRequest delete = DeleteTemplateRequest.newBuilder().setName("welcome").build();
    calls.deleteTemplate(delete);
    assertRefused(() -> get("welcome"), Status.Code.NOT_FOUND, Code.NOT_FOUND);
    assertRefused(() -> calls.deleteTemplate(delete), Status.Code.NOT_FOUND, Code.NOT_FOUND);
    assertRefused(
        () ->
            calls.listTemplateVersions(
                ListTemplateVersionsRequest.newBuilder().setName("welcome").build()),
        Status.Code.NOT_FOUND,
        Code.NOT_FOUND);
  }

  private Template get(String name) {
    return calls.getTemplate(named(name)).getTemplate();
  }

  private static GetTemplateRequest named(String name) {
    return GetTemplateRequest.newBuilder().setName(name).build();
  }
}

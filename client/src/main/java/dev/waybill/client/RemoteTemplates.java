package dev.waybill.client;

import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.message.RenderedTemplate;
import dev.waybill.message.Template;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateUse;
import dev.waybill.message.Templates;
import dev.waybill.wire.message.TemplateJson;
import dev.waybill.wire.message.TemplatePreviewJson;
import java.util.List;
import java.util.Optional;

/// Templates on a server.
record RemoteTemplates(HttpTransport transport) implements Templates {

  private static final String PATH = "/v1/templates";
  private static final DefinitionPages<Template> PAGES = new DefinitionPages<>(TemplateJson.LIST);

  @Override
  public Template put(String name, TemplateContent content) {
    return transport
        .send(HttpCall.put(path(name, ""), TemplateJson.CONTENT, content))
        .read(TemplateJson.DOCUMENT);
  }

  @Override
  public Optional<Template> find(String name) {
    return found(path(name, ""));
  }

  @Override
  public Optional<Template> find(String name, int version) {
    return found(path(name, "?version=" + version));
  }

  private Optional<Template> found(String path) {
    return transport.find(HttpCall.get(path)).map(answer -> answer.read(TemplateJson.DOCUMENT));
  }

  @Override
  public List<Template> list() {
    return PAGES.all(transport, PATH);
  }

  @Override
  public List<Template> versions(String name) {
    return find(name).isEmpty() ? List.of() : PAGES.all(transport, path(name, "/versions"));
  }

  @Override
  public boolean delete(String name) {
    return transport.find(HttpCall.delete(path(name, ""))).isPresent();
  }

  @Override
  public RenderedTemplate preview(TemplateUse use, String channel) {
    return transport
        .send(
            HttpCall.post(
                path(use.name(), "/preview"),
                TemplatePreviewJson.DOCUMENT,
                new TemplatePreviewJson(use, channel)))
        .read(TemplatePreviewJson.RENDERED);
  }

  private static String path(String name, String rest) {
    return PATH + '/' + Paths.encoded(name) + rest;
  }
}

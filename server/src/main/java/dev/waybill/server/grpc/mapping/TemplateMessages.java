package dev.waybill.server.grpc.mapping;

import static dev.waybill.server.grpc.mapping.FromProto.orNull;
import static dev.waybill.server.grpc.mapping.MessageToProto.ifSet;

import dev.waybill.message.RenderedTemplate;
import dev.waybill.message.Template;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateParts;
import dev.waybill.message.TemplateUse;
import dev.waybill.proto.v1.PreviewTemplateRequest;
import dev.waybill.proto.v1.PreviewTemplateResponse;
import dev.waybill.proto.v1.PutTemplateRequest;
import java.util.Map;
import java.util.TreeMap;

/// Converts templates from and to messages.
public final class TemplateMessages {

  private TemplateMessages() {}

  public static TemplateContent content(PutTemplateRequest request) {
    Map<String, TemplateParts> locales = new TreeMap<>();
    request.getLocalesMap().forEach((tag, parts) -> locales.put(tag, parts(parts)));
    TemplateParts byDefault =
        new TemplateParts(
            request.hasSubject() ? request.getSubject() : null,
            request.hasText() ? request.getText() : null,
            request.hasHtml() ? request.getHtml() : null);
    return TemplateContent.of(byDefault, locales);
  }

  private static TemplateParts parts(dev.waybill.proto.v1.TemplateParts parts) {
    return new TemplateParts(
        parts.hasSubject() ? parts.getSubject() : null,
        parts.hasText() ? parts.getText() : null,
        parts.hasHtml() ? parts.getHtml() : null);
  }

  public static TemplateUse use(PreviewTemplateRequest request) {
    return new TemplateUse(
        request.getName(),
        request.hasVersion() ? request.getVersion() : null,
        orNull(request.getLocale()),
        request.getVariables().isEmpty() ? "{}" : request.getVariables());
  }

  public static String channel(PreviewTemplateRequest request) {
    return request.getChannel().isEmpty() ? "email" : request.getChannel();
  }

  public static dev.waybill.proto.v1.Template template(Template template) {
    TemplateContent content = template.content();
    var made =
        dev.waybill.proto.v1.Template.newBuilder()
            .setName(template.name())
            .setVersion(template.version())
            .setCreatedAt(ToProto.time(template.createdAt()));
    ifSet(content.parts().subject(), made::setSubject);
    ifSet(content.parts().text(), made::setText);
    ifSet(content.parts().html(), made::setHtml);
    content.locales().forEach((tag, parts) -> made.putLocales(tag, parts(parts)));
    return made.build();
  }

  private static dev.waybill.proto.v1.TemplateParts parts(TemplateParts parts) {
    var made = dev.waybill.proto.v1.TemplateParts.newBuilder();
    ifSet(parts.subject(), made::setSubject);
    ifSet(parts.text(), made::setText);
    ifSet(parts.html(), made::setHtml);
    return made.build();
  }

  public static PreviewTemplateResponse rendered(RenderedTemplate rendered) {
    PreviewTemplateResponse.Builder made =
        PreviewTemplateResponse.newBuilder()
            .setVersion(rendered.version())
            .setBody(MessageToProto.body(rendered.body()));
    ifSet(rendered.locale(), made::setLocale);
    ifSet(rendered.subject(), made::setSubject);
    return made.build();
  }
}

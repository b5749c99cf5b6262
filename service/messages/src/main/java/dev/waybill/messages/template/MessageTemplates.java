package dev.waybill.messages.template;

import dev.waybill.message.NewMessage;
import dev.waybill.message.RenderedTemplate;
import dev.waybill.message.TemplateUse;
import dev.waybill.message.Templates;
import dev.waybill.spi.Ledger;
import java.time.InstantSource;

/// The templates of one engine, and the messages that are made from them.
public final class MessageTemplates {

  private final TemplateBook book;
  private final Rendering rendering;

  public MessageTemplates(Ledger ledger, InstantSource clock) {
    this.book = new TemplateBook(ledger, clock);
    this.rendering = new Rendering(book);
  }

  /// The templates as one tenant sees them.
  public Templates templates(String tenant) {
    return new TenantTemplates(book, rendering, tenant);
  }

  /// The message with the subject and the body that its template gives, and with the version of the
  /// template. A message without a template stays as it is.
  ///
  /// @throws dev.waybill.wire.json.InvalidDocument if it cannot be rendered
  public NewMessage rendered(String tenant, NewMessage message) {
    TemplateUse use = message.template();
    if (use == null) {
      return message;
    }
    RenderedTemplate rendered = rendering.render(tenant, use, message.channel(), "/template");
    return message.toBuilder()
        .template(use.withVersion(rendered.version()))
        .subject(rendered.subject())
        .body(rendered.body())
        .build();
  }
}

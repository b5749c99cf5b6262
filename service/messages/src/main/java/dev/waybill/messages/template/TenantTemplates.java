package dev.waybill.messages.template;

import dev.waybill.message.RenderedTemplate;
import dev.waybill.message.Template;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateUse;
import dev.waybill.message.Templates;
import java.util.List;
import java.util.Optional;

/// The templates of one tenant.
record TenantTemplates(TemplateBook book, Rendering rendering, String tenant) implements Templates {

  @Override
  public Template put(String name, TemplateContent content) {
    return book.put(tenant, name, TemplateChecks.checked(name, content));
  }

  @Override
  public Optional<Template> find(String name) {
    return versions(name).reversed().stream().findFirst();
  }

  @Override
  public Optional<Template> find(String name, int version) {
    return versions(name).stream().filter(one -> one.version() == version).findFirst();
  }

  @Override
  public List<Template> list() {
    return book.list(tenant);
  }

  @Override
  public List<Template> versions(String name) {
    return book.versions(tenant, name);
  }

  @Override
  public boolean delete(String name) {
    return book.delete(tenant, name);
  }

  @Override
  public RenderedTemplate preview(TemplateUse use, String channel) {
    return rendering.render(tenant, use, channel, "");
  }
}

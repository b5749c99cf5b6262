package dev.waybill.messages.template;

import dev.waybill.Tenants;
import dev.waybill.engine.register.Register;
import dev.waybill.message.Template;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateParts;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.message.TemplateJson;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// The templates of all tenants. Each version is one entry of a register.
///
/// A deleted template leaves its last version behind without any text, so that its number is not
/// used again: a message that waits with an older version must not be sent with another text.
final class TemplateBook {

  private static final TemplateContent DELETED = TemplateContent.of(TemplateParts.NONE);

  private final Register<Template> register;
  private final InstantSource clock;
  private final Map<Register.Name, NavigableMap<Integer, Template>> templates =
      new ConcurrentHashMap<>();

  TemplateBook(Ledger ledger, InstantSource clock) {
    this.clock = clock;
    this.register =
        new Register<>(
            ledger,
            new LedgerKey(Tenants.SYSTEM, "templates", "definitions"),
            new Register.Form<>(TemplateJson.DOCUMENT::bytes, TemplateJson.DOCUMENT::readAnswer),
            new Register.Limit("versions of templates", Limits.TEMPLATES, Limits.TEMPLATE_BYTES),
            clock);
    register.follow(this::apply);
  }

  /// The newest version with this content: the one there is, or a new one.
  Template put(String tenant, String name, TemplateContent content) {
    while (true) {
      Template newest = newest(read(tenant, name));
      if (newest != null && newest.content().equals(content)) {
        return newest;
      }
      Template wanted =
          new Template(
              name,
              newest == null ? 1 : newest.version() + 1,
              clock.instant().truncatedTo(ChronoUnit.MILLIS),
              content);
      // Another server may be first to take the number.
      if (wanted.equals(
          register.change(entry(tenant, wanted), before -> before == null ? wanted : before))) {
        return wanted;
      }
    }
  }

  /// As known here; reads the register again before it says that there is none.
  ///
  /// @param version null for the newest
  Optional<Template> known(String tenant, String name, @Nullable Integer version) {
    register.refresh();
    return pick(known(tenant, name), version).or(() -> pick(read(tenant, name), version));
  }

  List<Template> versions(String tenant, String name) {
    return read(tenant, name).values().stream().filter(TemplateBook::isThere).toList();
  }

  /// The newest version of each template, by name.
  List<Template> list(String tenant) {
    register.readAll();
    return templates.entrySet().stream()
        .filter(entry -> entry.getKey().tenant().equals(tenant))
        .flatMap(entry -> pick(entry.getValue(), null).stream())
        .sorted(Comparator.comparing(Template::name))
        .toList();
  }

  boolean delete(String tenant, String name) {
    List<Template> all = List.copyOf(read(tenant, name).values());
    boolean existed = all.stream().anyMatch(TemplateBook::isThere);
    for (Template one : all) {
      boolean last = one.equals(all.getLast());
      register.change(entry(tenant, one), _ -> last ? deleted(one) : null);
    }
    return existed;
  }

  private static Template deleted(Template last) {
    return new Template(last.name(), last.version(), last.createdAt(), DELETED);
  }

  private static boolean isThere(Template template) {
    return !template.content().equals(DELETED);
  }

  private static Optional<Template> pick(
      NavigableMap<Integer, Template> versions, @Nullable Integer version) {
    Template found = version == null ? newest(versions) : versions.get(version);
    return Optional.ofNullable(found).filter(TemplateBook::isThere);
  }

  private static @Nullable Template newest(NavigableMap<Integer, Template> versions) {
    Map.Entry<Integer, Template> last = versions.lastEntry();
    return last == null ? null : last.getValue();
  }

  private NavigableMap<Integer, Template> read(String tenant, String name) {
    register.readAll();
    return known(tenant, name);
  }

  private NavigableMap<Integer, Template> known(String tenant, String name) {
    return templates.getOrDefault(
        new Register.Name(tenant, name), java.util.Collections.emptyNavigableMap());
  }

  private static Register.Name entry(String tenant, Template template) {
    return new Register.Name(tenant, template.name() + "/" + template.version());
  }

  private void apply(Register.Change<Template> change) {
    String[] parts = change.name().name().split("/", 2);
    int version = Integer.parseInt(parts[1]);
    Template template = change.value();
    templates.compute(
        new Register.Name(change.name().tenant(), parts[0]),
        (_, versions) -> {
          NavigableMap<Integer, Template> all =
              versions == null ? new ConcurrentSkipListMap<>() : versions;
          if (template == null) {
            all.remove(version);
          } else {
            all.put(version, template);
          }
          return all.isEmpty() ? null : all;
        });
  }
}

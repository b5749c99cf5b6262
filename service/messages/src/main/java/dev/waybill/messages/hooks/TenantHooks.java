package dev.waybill.messages.hooks;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.engine.register.Register;
import dev.waybill.message.MessageHook;
import dev.waybill.message.MessageHooks;
import dev.waybill.message.NewMessageHook;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.http.WebhookSecrets;
import dev.waybill.messages.provider.hook.EndpointHealth;
import dev.waybill.spi.Ledger;
import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The hooks of one tenant.
record TenantHooks(
    String tenant,
    HookBook book,
    EndpointHealth health,
    Network network,
    Ledger ledger,
    InstantSource clock)
    implements MessageHooks {

  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  @Override
  public MessageHook put(String name, NewMessageHook hook) {
    check(Text.isName(name), "the name of a hook has letters, digits, '.', '_' and '-'");
    check(isUrl(hook.url()), "the URL of a hook must have http or https and a host");
    network
        .refusal(URI.create(hook.url()))
        .ifPresent(why -> check(false, "the URL of a hook cannot be called: " + why));
    if (hook.secret() != null) {
      var _ = WebhookSecrets.parse(List.of(hook.secret()));
    }
    String fresh = newSecret();
    StoredHook stored =
        book.register()
            .change(new Register.Name(tenant, name), old -> next(name, hook, old, fresh));
    if (stored == null) {
      throw new IllegalStateException("a hook was not stored");
    }
    boolean made = hook.secret() == null && book.secret(tenant, name, stored).equals(fresh);
    return shown(name, stored, made ? fresh : null);
  }

  private StoredHook next(
      String name, NewMessageHook hook, @Nullable StoredHook old, String fresh) {
    String given = hook.secret();
    String secret = given == null && old == null ? fresh : given;
    Payload sealed =
        secret == null && old != null
            ? old.secret()
            : Payload.wrap(book.seal(tenant, name, secret == null ? fresh : secret));
    return new StoredHook(
        new NewMessageHook(hook.url(), null, hook.events(), hook.enabled()),
        sealed,
        old == null ? clock.instant().truncatedTo(ChronoUnit.MILLIS) : old.createdAt(),
        old == null ? ledger.beforeNewest(0) : old.since());
  }

  @Override
  public Optional<MessageHook> find(String name) {
    return Optional.ofNullable(book.register().read(new Register.Name(tenant, name)))
        .map(hook -> shown(name, hook, null));
  }

  @Override
  public List<MessageHook> list() {
    return book.all().entrySet().stream()
        .filter(entry -> entry.getKey().tenant().equals(tenant))
        .map(entry -> shown(entry.getKey().name(), entry.getValue(), null))
        .sorted(Comparator.comparing(MessageHook::name))
        .toList();
  }

  @Override
  public boolean delete(String name) {
    Register.Name key = new Register.Name(tenant, name);
    boolean existed = book.register().exists(key);
    if (existed) {
      var _ = book.register().change(key, _ -> null);
    }
    return existed;
  }

  private MessageHook shown(String name, StoredHook hook, @Nullable String secret) {
    NewMessageHook definition = hook.definition();
    EndpointHealth.Endpoint endpoint = health.endpoint(tenant, URI.create(definition.url()));
    return new MessageHook(
        name,
        hook.createdAt(),
        new NewMessageHook(definition.url(), secret, definition.events(), definition.enabled()),
        endpoint.isDisabled() ? endpoint.reason() : null);
  }

  private static boolean isUrl(String url) {
    try {
      return OutgoingRequest.isWebAddress(URI.create(url));
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  private static String newSecret() {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return "whsec_" + Base64.getEncoder().encodeToString(bytes);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }
}

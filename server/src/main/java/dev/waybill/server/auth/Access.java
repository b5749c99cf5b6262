package dev.waybill.server.auth;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Ledger;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// Who may come in, and what is written down about it: one for all surfaces of a server.
public final class Access {

  private final Doorkeeper door;
  private final CallQuotas quotas;
  private final ServerNames names;
  private final @Nullable AnyCredential credentials;
  private final @Nullable Books books;
  private final @Nullable Store store;
  private final @Nullable IntSupplier tokenKeys;
  private final @Nullable CatalogControl catalog;

  /// What is kept in the store.
  public record Books(AccessKeys keys, AuditLog audit) {}

  /// Where servers keep what they have to remember.
  ///
  /// @param shared whether other servers may use it at the same time
  private record Store(Ledger ledger, InstantSource clock, boolean shared) {}

  private Access(
      Doorkeeper door,
      CallQuotas quotas,
      ServerNames names,
      @Nullable AnyCredential credentials,
      @Nullable Books books,
      @Nullable Store store,
      @Nullable IntSupplier tokenKeys,
      @Nullable CatalogControl catalog) {
    this.door = door;
    this.quotas = quotas;
    this.names = names;
    this.credentials = credentials;
    this.books = books;
    this.store = store;
    this.tokenKeys = tokenKeys;
    this.catalog = catalog;
  }

  /// Lets everybody in and writes nothing down.
  public static Access open() {
    return open(AccessSettings.DEFAULT);
  }

  /// The same with other limits.
  public static Access open(AccessSettings settings) {
    return of(new OpenAccess(), settings);
  }

  /// Lets those in whom this knows, from anywhere, and writes nothing down.
  public static Access of(Authenticator authenticator) {
    return of(authenticator, AccessSettings.DEFAULT);
  }

  private static Access of(Authenticator authenticator, AccessSettings settings) {
    Doorkeeper door = new Doorkeeper(authenticator, settings, System::nanoTime);
    ServerNames names = new ServerNames(settings.names());
    CallQuotas quotas = CallQuotas.of(settings.calls());
    return new Access(door, quotas, names, null, null, null, null, null);
  }

  /// Keys and audit log in this ledger, and tokens where an issuer is configured.
  public static Access over(Ledger ledger, InstantSource clock, AccessSettings settings) {
    AccessKeys keys = new AccessKeys(ledger, clock);
    OidcSettings oidc = settings.oidc();
    OidcTokens tokens = oidc == null ? null : OidcTokens.of(oidc, clock);
    AnyCredential credentials = new AnyCredential(keys, tokens);
    Doorkeeper door = new Doorkeeper(credentials, settings, System::nanoTime);
    ServerNames names = new ServerNames(settings.names());
    Books books = new Books(keys, new AuditLog(ledger, clock));
    Store store = new Store(ledger, clock, true);
    CallQuotas quotas = CallQuotas.of(settings.calls());
    return new Access(door, quotas, names, credentials, books, store, null, null);
  }

  /// The same, and administrators may rotate the key of task tokens.
  ///
  /// @param rotation adds a key and answers its number
  public Access withTokenKeys(IntSupplier rotation) {
    return new Access(door, quotas, names, credentials, books, store, rotation, catalog);
  }

  /// The same, and no other server uses the store as long as this one does.
  public Access alone() {
    Store mine = store == null ? null : new Store(store.ledger(), store.clock(), false);
    return new Access(door, quotas, names, credentials, books, mine, tokenKeys, catalog);
  }

  /// Notes of servers under this name; empty where nothing is written down.
  public Optional<SharedNotes> notes(String name) {
    return Optional.ofNullable(store)
        .map(place -> new SharedNotes(place.ledger(), name, place.clock(), place.shared()));
  }

  /// The same, and administrators may rebuild the catalog.
  public Access withCatalog(CatalogControl control) {
    return new Access(door, quotas, names, credentials, books, store, tokenKeys, control);
  }

  public Optional<CatalogControl> catalog() {
    return Optional.ofNullable(catalog);
  }

  public Optional<IntSupplier> tokenKeys() {
    return Optional.ofNullable(tokenKeys);
  }

  public Doorkeeper door() {
    return door;
  }

  public CallQuotas quotas() {
    return quotas;
  }

  public Optional<Books> books() {
    return Optional.ofNullable(books);
  }

  /// Whether everybody may come in.
  public boolean isOpen() {
    return credentials == null || credentials.isOpen();
  }

  /// Why a call by this name is refused, or nothing where it is not.
  ///
  /// @param host as in `Host` or `:authority`
  /// @param headers the names of all headers
  public Optional<String> refusalOfName(@Nullable String host, Iterable<String> headers) {
    return names.refusal(isOpen(), host, headers);
  }

  /// Refuses to be reached from other machines while everybody may come in.
  public void checkMayListenOn(String host) {
    if (isOpen() && !Network.isThisMachine(host)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "without an API key the server listens on this machine only, not on "
              + host
              + "; make a key first: waybill keys create --scopes admin,operate,read --label"
              + " first");
    }
  }
}

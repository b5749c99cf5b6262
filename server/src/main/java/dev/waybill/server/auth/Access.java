package dev.waybill.server.auth;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.oidc.OidcSettings;
import dev.waybill.server.auth.oidc.OidcSignIn;
import dev.waybill.server.auth.oidc.OidcTokens;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Authentication, limits and the audit log, shared by all surfaces of a server.
public final class Access {

  private final CallAdmission door;
  private final CallQuotas quotas;
  private final ServerNames names;
  private final @Nullable AnyCredential credentials;
  private final @Nullable Books books;
  private final @Nullable OidcSettings oidc;
  private final boolean shared;

  private Access(
      CallAdmission door,
      CallQuotas quotas,
      ServerNames names,
      @Nullable AnyCredential credentials,
      @Nullable Books books,
      @Nullable OidcSettings oidc,
      boolean shared) {
    this.door = door;
    this.quotas = quotas;
    this.names = names;
    this.credentials = credentials;
    this.books = books;
    this.oidc = oidc;
    this.shared = shared;
  }

  /// Open access without an audit log.
  public static Access open() {
    return open(AccessSettings.DEFAULT);
  }

  /// Open access with other limits.
  public static Access open(AccessSettings settings) {
    return of(new OpenAccess(), settings);
  }

  /// Access for callers that the authenticator accepts, from anywhere, without an audit log.
  public static Access of(Authenticator authenticator) {
    return of(authenticator, AccessSettings.DEFAULT);
  }

  private static Access of(Authenticator authenticator, AccessSettings settings) {
    CallAdmission door = new CallAdmission(authenticator, settings, System::nanoTime);
    ServerNames names = new ServerNames(settings.names());
    CallQuotas quotas = CallQuotas.of(settings.calls());
    return new Access(door, quotas, names, null, null, null, true);
  }

  /// Access by the keys in these books and, if an issuer is configured, by tokens; with an audit
  /// log.
  public static Access over(Books books, AccessSettings settings) {
    OidcSettings oidc = settings.oidc();
    OidcTokens tokens = oidc == null ? null : OidcTokens.of(oidc, books.clock());
    AnyCredential credentials = new AnyCredential(books, tokens);
    CallAdmission door = new CallAdmission(credentials, settings, System::nanoTime);
    ServerNames names = new ServerNames(settings.names());
    CallQuotas quotas = CallQuotas.of(settings.calls());
    return new Access(door, quotas, names, credentials, books, oidc, true);
  }

  /// This access for a server that is the only one on its store.
  public Access alone() {
    return new Access(door, quotas, names, credentials, books, oidc, false);
  }

  /// Notes of servers under this name; empty if there is no ledger to store them.
  public Optional<SharedNotes> notes(String name) {
    return books().map(kept -> kept.notes(name, shared));
  }

  public CallAdmission door() {
    return door;
  }

  public CallQuotas quotas() {
    return quotas;
  }

  public Optional<Books> books() {
    return Optional.ofNullable(books);
  }

  /// Sign-in of people at the issuer of tokens; empty if there is no issuer.
  public Optional<OidcSignIn> signIn(OidcSignIn.Client client) {
    return books == null || oidc == null
        ? Optional.empty()
        : Optional.of(OidcSignIn.of(oidc, client, books.clock()));
  }

  /// Whether everybody has access.
  public boolean isOpen() {
    return credentials == null || credentials.isOpen();
  }

  /// Why a call with this host name is refused; empty if it is allowed.
  ///
  /// @param host as in `Host` or `:authority`
  /// @param headers the names of all headers
  public Optional<String> refusalOfName(@Nullable String host, Iterable<String> headers) {
    return names.refusal(isOpen(), host, headers);
  }

  /// Refuses an address that other machines can reach while access is open.
  public void checkMayListenOn(String host) {
    if (isOpen() && !CallerNetwork.isThisMachine(host)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "without an API key the server listens on loopback addresses only, not on "
              + host
              + "; create a key first: waybill keys create --scopes admin,operate,read --label"
              + " first");
    }
  }
}

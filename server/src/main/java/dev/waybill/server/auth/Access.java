package dev.waybill.server.auth;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.server.auth.oidc.OidcSettings;
import dev.waybill.server.auth.oidc.OidcTokens;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who may come in, and what is written down about it: one for all surfaces of a server.
public final class Access {

  private final CallAdmission door;
  private final CallQuotas quotas;
  private final ServerNames names;
  private final @Nullable AnyCredential credentials;
  private final @Nullable Books books;
  private final boolean shared;

  private Access(
      CallAdmission door,
      CallQuotas quotas,
      ServerNames names,
      @Nullable AnyCredential credentials,
      @Nullable Books books,
      boolean shared) {
    this.door = door;
    this.quotas = quotas;
    this.names = names;
    this.credentials = credentials;
    this.books = books;
    this.shared = shared;
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
    CallAdmission door = new CallAdmission(authenticator, settings, System::nanoTime);
    ServerNames names = new ServerNames(settings.names());
    CallQuotas quotas = CallQuotas.of(settings.calls());
    return new Access(door, quotas, names, null, null, true);
  }

  /// Keys and audit log in these books, and tokens if an issuer is configured.
  public static Access over(Books books, AccessSettings settings) {
    OidcSettings oidc = settings.oidc();
    OidcTokens tokens = oidc == null ? null : OidcTokens.of(oidc, books.clock());
    AnyCredential credentials = new AnyCredential(books.keys(), tokens);
    CallAdmission door = new CallAdmission(credentials, settings, System::nanoTime);
    ServerNames names = new ServerNames(settings.names());
    CallQuotas quotas = CallQuotas.of(settings.calls());
    return new Access(door, quotas, names, credentials, books, true);
  }

  /// The same, and no other server uses the store as long as this one does.
  public Access alone() {
    return new Access(door, quotas, names, credentials, books, false);
  }

  /// Notes of servers under this name; empty if nothing is written down.
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
    if (isOpen() && !CallerNetwork.isThisMachine(host)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "without an API key the server listens on this machine only, not on "
              + host
              + "; make a key first: waybill keys create --scopes admin,operate,read --label"
              + " first");
    }
  }
}

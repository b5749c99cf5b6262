package dev.waybill.server.auth.oidc;

import dev.waybill.admin.Scope;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The scopes that roles of an issuer grant.
public record RoleMapping(Map<String, Set<Scope>> scopes) {

  public RoleMapping {
    scopes = Map.copyOf(scopes);
  }

  /// Reads a text such as `waybill-admin=admin,operate,read;dev=produce,read`.
  public static RoleMapping parse(String text) {
    Map<String, Set<Scope>> scopes = new HashMap<>();
    for (String part : text.split(";", -1)) {
      String[] sides = part.split("=", 2);
      String role = sides[0].strip();
      if (sides.length != 2 || role.isEmpty()) {
        throw new IllegalArgumentException("must be like \"dev=produce,read;ops=operate,read\"");
      }
      if (scopes.put(role, scopes(sides[1])) != null) {
        throw new IllegalArgumentException("has the role \"" + role + "\" twice");
      }
    }
    return new RoleMapping(scopes);
  }

  /// All scopes that these roles grant; unmapped roles grant none.
  Set<Scope> of(Collection<String> roles) {
    Set<Scope> all = EnumSet.noneOf(Scope.class);
    roles.forEach(role -> all.addAll(scopes.getOrDefault(role, Set.of())));
    return all;
  }

  private static Set<Scope> scopes(String words) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    for (String word : words.split(",", -1)) {
      try {
        scopes.add(Scope.valueOf(word.strip().toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException unknown) {
        throw new IllegalArgumentException(
            "has the unknown scope \"" + word.strip() + "\"; scopes are " + Scope.WORDS, unknown);
      }
    }
    return scopes;
  }
}

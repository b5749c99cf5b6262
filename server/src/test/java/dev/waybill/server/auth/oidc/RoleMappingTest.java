package dev.waybill.server.auth.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.admin.Scope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RoleMappingTest {

  @Test
  void roles_are_mapped_to_scopes() {
    RoleMapping roles = RoleMapping.parse("waybill-admin=admin,operate,read;dev = produce , read");
    assertThat(roles.scopes())
        .isEqualTo(
            Map.of(
                "waybill-admin", Set.of(Scope.ADMIN, Scope.OPERATE, Scope.READ),
                "dev", Set.of(Scope.PRODUCE, Scope.READ)));
    assertThat(roles.of(List.of("dev", "unknown"))).containsExactly(Scope.PRODUCE, Scope.READ);
  }

  @Test
  void an_invalid_mapping_is_refused() {
    for (String text : List.of("", "dev", "=read", "dev=", "dev=write", "a=read;a=work")) {
      assertThatIllegalArgumentException().isThrownBy(() -> RoleMapping.parse(text));
    }
  }
}

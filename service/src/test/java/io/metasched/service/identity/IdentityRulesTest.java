package io.metasched.service.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.service.api.Problem;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.config.IdentitySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Principals of realistic tokens by the rules of the example file. */
class IdentityRulesTest {
  private static final Instant END = Instant.parse("2030-01-01T00:00:00Z");
  private static final IdentitySettings EXAMPLE =
      IdentitySettings.read("identities.conf", Path.of("../conf"));

  private static TokenRecord principal(String issuer, String json) throws IOException {
    Map<String, Object> claims = new ObjectMapper().readValue(json, new TypeReference<>() {});
    var known = EXAMPLE.issuers().stream().filter(each -> each.name().equals(issuer)).findFirst();
    return new IdentityRules(EXAMPLE.rules())
        .principal(IdentityClaims.of(known.orElseThrow(), claims), END);
  }

  private static void assertIs(TokenRecord token, String person, Role role, List<String> accounts) {
    assertThat(token.principal()).isEqualTo(person);
    assertThat(token.role()).isEqualTo(role);
    assertThat(token.accounts()).isEqualTo(accounts);
    assertThat(token.expires()).contains(END);
    assertThat(token.isStored()).isFalse();
  }

  @Test
  void mapsATokenOfTheWlcgProfile() throws IOException {
    var token =
        """
        {"wlcg.ver": "1.0", "sub": "7d9f0a6e-2f5b-4c1b-8a56-0d7c1f2a9b33",
         "iss": "https://wlcg.cloud.example.org/", "aud": "https://metasched.example.org",
         "nbf": 1893455700, "exp": 1893459600, "iat": 1893456000, "jti": "ba8dd4f0",
         "client_id": "b8a2", "scope": "openid offline_access wlcg.groups %s",
         "wlcg.groups": ["/wlcg", "%s"]}
        """;

    assertIs(
        principal("wlcg", token.formatted("compute.create", "/wlcg/pilots")),
        "pilots",
        Role.USER,
        List.of("user2"));
    assertIs(
        principal("wlcg", token.formatted("compute.read", "/wlcg/pilots")),
        "7d9f0a6e-2f5b-4c1b-8a56-0d7c1f2a9b33@wlcg",
        Role.READER,
        List.of());
  }

  @Test
  void mapsAnEntitlementOfCheckIn() throws IOException {
    var token =
        """
        {"sub": "9b1d0c4e8f@egi.eu", "iss": "https://aai.egi.example.org/auth/realms/egi",
         "aud": "metasched", "exp": 1893459600, "iat": 1893456000, "azp": "metasched",
         "scope": "openid entitlements", "acr": "https://aai.egi.eu/LoA#Substantial",
         "%s": ["urn:mace:egi.eu:group:other.example.org:role=member#aai.egi.eu",
                "urn:mace:egi.eu:group:vo.example.org:role=member#aai.egi.eu"]}
        """;

    for (var claim : List.of("entitlements", "eduperson_entitlement")) {
      assertIs(
          principal("check-in", token.formatted(claim)),
          "9b1d0c4e8f@egi.eu@egi",
          Role.USER,
          List.of("user1"));
    }
  }

  @Test
  void mapsRolesAndGroupsOfKeycloak() throws IOException {
    var token =
        """
        {"exp": 1893459600, "iat": 1893456000, "jti": "5a0d", "typ": "Bearer",
         "iss": "https://id.example.org/realms/science", "aud": ["metasched", "account"],
         "sub": "f1c8a1f2-8a35-4f0b-bb7e-dbd7d4b9c1aa", "azp": "metasched-cli", "sid": "9c6f",
         "realm_access": {"roles": ["offline_access", "%s"]}, "scope": "openid profile",
         "resource_access": {"account": {"roles": ["metasched-admin"]}},
         "groups": ["/physics", "/staff"], "preferred_username": "anna"}
        """;

    assertIs(
        principal("keycloak", token.formatted("uma_authorization")),
        "anna@id",
        Role.USER,
        List.of("user1"));
    assertIs(
        principal("keycloak", token.formatted("metasched-admin")),
        "anna@id",
        Role.ADMIN,
        List.of());
  }

  @Test
  void refusesAnIdentityWithoutARule() {
    assertThatThrownBy(() -> principal("keycloak", "{\"sub\": \"f1\", \"groups\": [\"/x\"]}"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("no rule of the service matches issuer keycloak with subject")
        .hasMessageContaining("f1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "../x", "-x", "\\u0430nna", "x\\ny", "{sub}"})
  void refusesAClaimThatCannotBeAName(String name) {
    var json = "{\"sub\": \"f1\", \"groups\": [\"/physics\"], \"preferred_username\": \"%s\"}";

    assertThatThrownBy(() -> principal("keycloak", json.formatted(name)))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("claim preferred_username cannot be a name for issuer keycloak");
  }

  /** Names by claims can equal no name of the service, and no name with another suffix. */
  @ParameterizedTest
  @CsvSource({
    "alice, true",
    "admin, false",
    "bank, false",
    "a@b, false",
    "{sub}, false",
    "x-{sub}, false",
    "{sub}@, false",
    "{sub}@a@b, false",
    "{sub}@egi, true"
  })
  void keepsNamesOfClaimsApart(String text, boolean isAllowed) {
    assertThat(PersonName.parse(text).isPresent()).isEqualTo(isAllowed);
  }

  private static boolean matches(String entitlement, String given) {
    var rule =
        new IdentityRule(
            "keycloak",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(entitlement),
            Optional.empty(),
            PersonName.parse("p").orElseThrow(),
            Role.READER,
            List.of(),
            List.of());
    var issuer = EXAMPLE.issuers().get(0);
    return rule.matches(IdentityClaims.of(issuer, Map.of("sub", "s", "entitlements", given)));
  }

  @Test
  void comparesTheAuthorityOfAnEntitlementOnlyIfItIsNamed() {
    assertThat(matches("urn:x:group:vo", "urn:x:group:vo#aai")).isTrue();
    assertThat(matches("urn:x:group:vo#aai", "urn:x:group:vo#aai")).isTrue();
    assertThat(matches("urn:x:group:vo#aai", "urn:x:group:vo#other")).isFalse();
    assertThat(matches("urn:x:group:vo", "urn:x:group:vo:sub#aai")).isFalse();
  }

  @Test
  void mapsALeadToACoordinatorOfItsAccounts() throws IOException {
    var json =
        """
        {"sub": "f1", "groups": ["/physics", "/physics/leads"], "preferred_username": "anna"}
        """;

    assertIs(principal("keycloak", json), "anna@id", Role.COORDINATOR, List.of("user1"));
  }
}

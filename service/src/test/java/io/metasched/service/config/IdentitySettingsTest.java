package io.metasched.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentitySettingsTest {
  private static final String ISSUER =
      "name = a, issuer = \"https://a\", audiences = [m], algorithms = [RS256]";
  private static final String RULE = "issuer = a, person = p, role = user";

  @TempDir private Path folder;

  private IdentitySettings read(String text) throws IOException {
    Files.writeString(folder.resolve("i.conf"), text);
    return IdentitySettings.read("i.conf", folder);
  }

  private void assertFaults(String text, String... lines) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(SettingsException.class)
        .satisfies(e -> assertThat(e.getMessage().lines()).containsExactly(lines));
  }

  private static String with(String issuer, String rule) {
    return "url = \"https://m\", issuers = [{ %s, %s }], rules = [{ %s, %s }]"
        .formatted(ISSUER, issuer, RULE, rule);
  }

  @Test
  void hasNoIssuersWithoutAFile() {
    assertThat(IdentitySettings.read("", folder).issuers()).isEmpty();
    assertThatThrownBy(() -> IdentitySettings.read("missing.conf", folder))
        .hasMessage(
            "metasched.service.access.identities: allowed is a file that can be read, given was"
                + " 'missing.conf'");
  }

  @Test
  void readsASecretFromItsFileAndDoesNotShowIt() throws IOException {
    Files.writeString(folder.resolve("secret"), "hidden\n");
    var own = read(with("browser { client-id = c, scopes = [openid], secret-file = secret }", ""));
    var client = own.issuers().get(0).browser().orElseThrow();

    assertThat(client.secret()).contains("hidden");
    assertThat(own.toString()).doesNotContain("hidden");
  }

  @Test
  void reportsAllFaultsEachInALine() {
    assertFaults(
        "issuers = [{ name = A, issuer = \"http://a\", audiences = [], algorithms = [none, HS256]"
            + " }]\n"
            + "rules = [{ issuer = b, person = \"{sub}\", role = root, extra = 1 }]",
        "i.conf: issuers[0].name: allowed is as [a-z][a-z0-9-]{0,31}, given was \"A\"",
        "i.conf: issuers[0].issuer: allowed is an https URL without a query, or http of 127.0.0.1"
            + " or localhost, given was \"http://a\"",
        "i.conf: issuers[0].audiences: allowed is at least one, given was \"[]\"",
        "i.conf: issuers[0].algorithms: allowed is RS256, RS384, RS512, PS256, PS384, PS512, ES256,"
            + " ES384, ES512, EdDSA, given was \"none\"",
        "i.conf: issuers[0].algorithms: allowed is RS256, RS384, RS512, PS256, PS384, PS512, ES256,"
            + " ES384, ES512, EdDSA, given was \"HS256\"",
        "i.conf: rules[0].extra: allowed is one of issuer, subject, group, realm-role,"
            + " entitlement, scope, person, role, accounts, nodes, given was \"this key\"",
        "i.conf: rules[0].issuer: allowed is the name of an issuer, given was \"b\"",
        "i.conf: rules[0].person: allowed is a name of lower case letters, digits and hyphens, not"
            + " admin or bank, or {CLAIM}@SUFFIX, given was \"{sub}\"",
        "i.conf: rules[0].role: allowed is user, coordinator, owner, admin, reader, given was \"root\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "browser = 1 | | issuers[0].browser: allowed is client-id, secret-file and scopes",
        "browser { client-id = c, scopes = [x] } | | issuers[0].browser.scopes: allowed is scopes"
            + " with openid, given was",
        "browser { client-id = c, scopes = [openid], secret-file = s } | |"
            + " issuers[0].browser.secret-file: allowed is a file that can be read, given was",
        "shell { scopes = [openid] } | | issuers[0].shell.client-id: allowed is a text, given was",
        "audiences = 3 | | issuers[0].audiences: allowed is a list of texts, given was",
        "| nodes = [n-1] | rules[0].nodes: allowed is none for the role user, only for owners,"
            + " given was \"[n-1]\"",
        "| role = owner, accounts = [x] | rules[0].accounts: allowed is none for the role owner,"
            + " only for users and coordinators, given was \"[x]\"",
        "| role = coordinator | rules[0].accounts: allowed is at least one account for a"
            + " coordinator, given was \"[]\"",
        "| group = \"\" | rules[0].group: allowed is a text, given was",
        "| subject = 3 | rules[0].subject: allowed is a text, given was"
      })
  void refusesInvalidValues(@Nullable String issuer, @Nullable String rule, String message) {
    assertThatThrownBy(() -> read(with(text(issuer), text(rule))))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("i.conf: " + message);
  }

  private static String text(@Nullable String given) {
    return given == null ? "" : given;
  }

  @Test
  void requiresTheUrlOfTheServiceForBrowsers() {
    var client = "browser { client-id = c, scopes = [openid] }";

    assertFaults(
        with(client, "").replace("url = \"https://m\", ", ""),
        "i.conf: issuers[0].browser: allowed is a client only if url is set, given was \"no url\"");
    assertFaults(
        with(client, "").replace("https://m", "https://m/path"),
        "i.conf: url: allowed is https://HOST:PORT without a path, given was \"https://m/path\"",
        "i.conf: issuers[0].browser: allowed is a client only if url is set, given was \"no url\"");
  }

  @Test
  void refusesTwoIssuersWithTheSameName() {
    assertFaults(
        "issuers = [{ %s }, { %s }]".formatted(ISSUER, ISSUER.replace("//a", "//b")),
        "i.conf: issuers: allowed is names and URLs that differ, given was \"a\"");
  }
}

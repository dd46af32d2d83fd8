package io.metasched.service.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.book.Role;
import io.metasched.service.identity.IdentityRule;
import io.metasched.service.identity.Issuer;
import io.metasched.service.identity.LoginClient;
import io.metasched.service.identity.PersonName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reader of a file with issuers and rules, which collects all faults. */
final class IdentityReader {
  private static final String NAME = "[a-z][a-z0-9-]{0,31}";
  private static final String ROLES =
      Arrays.stream(Role.values()).map(Role::label).collect(Collectors.joining(", "));

  private static final String[] RULE = {
    "issuer",
    "subject",
    "group",
    "realm-role",
    "entitlement",
    "scope",
    "person",
    "role",
    "accounts",
    "nodes"
  };

  private final String file;
  private final Path home;
  private final List<String> faults = new ArrayList<>();

  IdentityReader(String file, Path home) {
    this.file = file;
    this.home = home;
  }

  IdentitySettings read(Config all) {
    requireKeys("", all, "url", "issuers", "rules");
    var url = text("", all, "url", "https://HOST:PORT without a path", IdentityReader::isOrigin);
    var issuers = new ArrayList<Issuer>();
    for (var own : parts(all, "issuers")) {
      issuers.add(issuer("issuers[%d].".formatted(issuers.size()), own, url.isPresent()));
    }
    var names = new TreeSet<String>();
    var urls = new TreeSet<String>();
    for (var each : issuers) {
      require("issuers", "names and URLs that differ", names.add(each.name()), each.name());
      require("issuers", "names and URLs that differ", urls.add(each.url()), each.url());
    }
    var rules = new ArrayList<IdentityRule>();
    for (var own : parts(all, "rules")) {
      rules.add(rule("rules[%d].".formatted(rules.size()), own, names));
    }
    if (!faults.isEmpty()) {
      throw new SettingsException(String.join("\n", faults));
    }
    return new IdentitySettings(url, issuers, rules);
  }

  private Issuer issuer(String at, Config own, boolean hasUrl) {
    requireKeys(at, own, "name", "issuer", "audiences", "algorithms", "browser", "shell");
    var name = needed(at, own, "name", "as " + NAME, text -> text.matches(NAME));
    var url =
        needed(
            at,
            own,
            "issuer",
            "an https URL without a query, or http of 127.0.0.1 or localhost",
            text -> Issuer.isSafe(text) && text.indexOf('?') < 0);
    var audiences = texts(at, own, "audiences");
    require(at + "audiences", "at least one", !audiences.isEmpty(), "[]");
    var algorithms = texts(at, own, "algorithms");
    require(at + "algorithms", "at least one", !algorithms.isEmpty(), "[]");
    for (var each : algorithms) {
      require(
          at + "algorithms",
          String.join(", ", Issuer.ALGORITHMS),
          Issuer.ALGORITHMS.contains(each),
          each);
    }
    var browser = client(at, own, "browser");
    require(at + "browser", "a client only if url is set", browser.isEmpty() || hasUrl, "no url");
    var shell = client(at, own, "shell");
    require(
        at + "shell",
        "a public client, without secret-file",
        shell.flatMap(LoginClient::secret).isEmpty(),
        "secret-file");
    return new Issuer(name, url, audiences, algorithms, browser, shell);
  }

  private Optional<LoginClient> client(String at, Config issuer, String key) {
    if (!issuer.hasPath(key)) {
      return Optional.empty();
    }
    Config own;
    try {
      own = issuer.getConfig(key);
    } catch (ConfigException e) {
      fault(at + key, "client-id, secret-file and scopes", "another value");
      return Optional.empty();
    }
    var where = at + key + ".";
    requireKeys(where, own, "client-id", "secret-file", "scopes");
    var id = needed(where, own, "client-id", "a text", text -> !text.isBlank());
    var scopes = texts(where, own, "scopes");
    require(where + "scopes", "scopes with openid", scopes.contains("openid"), scopes);
    var secret = text(where, own, "secret-file", "a file name", text -> !text.isBlank());
    return Optional.of(new LoginClient(id, secret.flatMap(name -> secret(where, name)), scopes));
  }

  private Optional<String> secret(String where, String name) {
    try {
      return Optional.of(Files.readString(home.resolve(name)).strip());
    } catch (IOException e) {
      fault(where + "secret-file", "a file that can be read", name);
      return Optional.empty();
    }
  }

  private IdentityRule rule(String at, Config own, Set<String> issuers) {
    requireKeys(at, own, RULE);
    var issuer = needed(at, own, "issuer", "the name of an issuer", issuers::contains);
    Predicate<String> any = text -> !text.isEmpty();
    var person =
        needed(at, own, "person", PersonName.ALLOWED, text -> PersonName.parse(text).isPresent());
    var role = needed(at, own, "role", ROLES, text -> role(text).isPresent());
    var accounts = texts(at, own, "accounts");
    boolean usesAccounts = role(role).filter(Role::usesAccounts).isPresent();
    require(
        at + "accounts",
        "none for the role %s, only for users and coordinators".formatted(role),
        accounts.isEmpty() || usesAccounts,
        accounts);
    boolean coordinates = role(role).filter(Role.COORDINATOR::equals).isPresent();
    require(
        at + "accounts",
        "at least one account for a coordinator",
        !coordinates || !accounts.isEmpty(),
        accounts);
    var nodes = texts(at, own, "nodes");
    require(
        at + "nodes",
        "none for the role %s, only for owners".formatted(role),
        nodes.isEmpty() || role.equals("owner"),
        nodes);
    return new IdentityRule(
        issuer,
        text(at, own, "subject", "a text", any),
        text(at, own, "group", "a text", any),
        text(at, own, "realm-role", "a text", any),
        text(at, own, "entitlement", "a text", any),
        text(at, own, "scope", "a text", any),
        PersonName.parse(person).orElseGet(() -> new PersonName(Optional.empty(), "")),
        role(role).orElse(Role.READER),
        accounts,
        nodes);
  }

  private static Optional<Role> role(String label) {
    return Arrays.stream(Role.values()).filter(each -> each.label().equals(label)).findFirst();
  }

  private static boolean isOrigin(String text) {
    return Issuer.isSafe(text) && text.matches("https?://[^/?]+");
  }

  private List<? extends Config> parts(Config all, String key) {
    try {
      return all.hasPath(key) ? all.getConfigList(key) : List.of();
    } catch (ConfigException e) {
      fault(key, "a list of objects", "another value");
      return List.of();
    }
  }

  private List<String> texts(String at, Config own, String key) {
    try {
      return own.hasPath(key) ? own.getStringList(key) : List.of();
    } catch (ConfigException e) {
      fault(at + key, "a list of texts", "another value");
      return List.of();
    }
  }

  private String needed(
      String at, Config own, String key, String allowed, Predicate<String> holds) {
    if (!own.hasPath(key)) {
      fault(at + key, allowed, "");
    }
    return text(at, own, key, allowed, holds).orElse("");
  }

  private Optional<String> text(
      String at, Config own, String key, String allowed, Predicate<String> holds) {
    if (!own.hasPath(key)) {
      return Optional.empty();
    }
    var given = own.getAnyRef(key);
    if (given instanceof String text && holds.test(text)) {
      return Optional.of(text);
    }
    fault(at + key, allowed, given);
    return Optional.empty();
  }

  private void requireKeys(String at, Config own, String... known) {
    for (var key : own.root().keySet()) {
      require(
          at + key, "one of " + String.join(", ", known), List.of(known).contains(key), "this key");
    }
  }

  private void require(String key, String allowed, boolean holds, Object given) {
    if (!holds) {
      fault(key, allowed, given);
    }
  }

  private void fault(String key, String allowed, Object given) {
    faults.add(
        String.format(
            Locale.ROOT,
            "%s: %s: allowed is %s, given was %s",
            file,
            key,
            allowed,
            PrintableText.quoted(String.valueOf(given))));
  }
}

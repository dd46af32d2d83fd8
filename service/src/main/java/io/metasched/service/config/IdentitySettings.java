package io.metasched.service.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.metasched.service.identity.IdentityRule;
import io.metasched.service.identity.Issuer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Trusted issuers of identities and rules for their tokens; conf/identities.conf describes them.
 *
 * @param url URL of the service in browsers, without a path; empty if no issuer has a browser
 *     client
 * @param issuers trusted issuers
 * @param rules rules, of which the first match wins
 */
public record IdentitySettings(
    Optional<String> url, List<Issuer> issuers, List<IdentityRule> rules) {
  public IdentitySettings {
    issuers = List.copyOf(issuers);
    rules = List.copyOf(rules);
  }

  /**
   * Reads a file.
   *
   * @param name name of the file; empty for no issuers
   * @param home folder that relative paths refer to
   * @throws SettingsException with one line per fault
   */
  public static IdentitySettings read(String name, Path home) {
    if (name.isEmpty()) {
      return new IdentitySettings(Optional.empty(), List.of(), List.of());
    }
    var file = home.resolve(name);
    if (!Files.isReadable(file)) {
      throw new SettingsException(
          "metasched.service.access.identities: allowed is a file that can be read, given was '%s'"
              .formatted(name));
    }
    Config all;
    try {
      all = ConfigFactory.parseFile(file.toFile()).resolve();
    } catch (ConfigException e) {
      throw new SettingsException(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    return new IdentityReader(name, home).read(all);
  }
}

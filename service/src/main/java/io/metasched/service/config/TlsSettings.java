package io.metasched.service.config;

import com.typesafe.config.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * By which key the API is served.
 *
 * @param keystore a store of the kind PKCS12 with the key and its certificates; or
 * @param password of the store
 * @param certificate a PEM file with the certificates of the key, its own one first
 * @param key a PEM file with the key, as PKCS 8 has it, not encrypted
 */
public record TlsSettings(
    Optional<Path> keystore, String password, Optional<Path> certificate, Optional<Path> key) {
  private static final String ROOT = "metasched.service.tls.";

  /** Empty where the API is served without encryption. */
  static Optional<TlsSettings> read(Config own, Path home) {
    var keystore = file(own, "keystore", home);
    var certificate = file(own, "certificate", home);
    var key = file(own, "key", home);
    if (keystore.isEmpty() && certificate.isEmpty() && key.isEmpty()) {
      return Optional.empty();
    }
    if (keystore.isPresent() == certificate.isPresent()
        || certificate.isPresent() != key.isPresent()) {
      throw new SettingsException(
          ROOT + "keystore: allowed is either keystore, or certificate and key, given were others");
    }
    return Optional.of(new TlsSettings(keystore, own.getString("password"), certificate, key));
  }

  private static Optional<Path> file(Config own, String name, Path home) {
    var given = own.getString(name);
    if (given.isEmpty()) {
      return Optional.empty();
    }
    var path = home.resolve(given);
    if (!Files.isReadable(path)) {
      throw new SettingsException(
          "%s%s: allowed is a file that can be read, given was '%s'".formatted(ROOT, name, given));
    }
    return Optional.of(path);
  }
}

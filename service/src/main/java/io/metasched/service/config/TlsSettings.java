package io.metasched.service.config;

import com.typesafe.config.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Key of the API server. Either a keystore, or a certificate with its key.
 *
 * @param keystore PKCS12 file with the key and its certificates
 * @param password password of the keystore
 * @param certificate PEM file with the certificates of the key; the key's own certificate comes
 *     first
 * @param key PEM file with the unencrypted PKCS 8 key
 */
public record TlsSettings(
    Optional<Path> keystore, String password, Optional<Path> certificate, Optional<Path> key) {
  private static final String ROOT = "metasched.service.tls.";

  /** Reads the settings; empty if the API is served without encryption. */
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

package io.metasched.service.start;

import io.metasched.service.config.SettingsException;
import io.metasched.service.config.TlsSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** TLS key and certificates of a server. */
final class ServerKey {
  private static final Pattern PKCS_8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  private ServerKey() {}

  /**
   * Creates the TLS context.
   *
   * @throws SettingsException if a file is invalid, with a one-line message
   */
  static SSLContext context(TlsSettings settings) {
    try {
      var store = KeyStore.getInstance("PKCS12");
      var password = settings.password().toCharArray();
      if (settings.keystore().isPresent()) {
        load(store, settings.keystore().get(), password);
      } else {
        store.load(null, password);
        var chain = certificates(settings.certificate().orElseThrow());
        store.setKeyEntry("key", key(settings.key().orElseThrow()), password, chain);
      }
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new SettingsException("metasched.service.tls: " + e.getMessage());
    }
  }

  private static void load(KeyStore store, Path file, char[] password)
      throws GeneralSecurityException {
    try (var stream = Files.newInputStream(file)) {
      store.load(stream, password);
    } catch (IOException e) {
      throw new SettingsException(
          "metasched.service.tls.keystore: %s cannot be opened by tls.password: %s"
              .formatted(file, e.getMessage()));
    }
  }

  private static Certificate[] certificates(Path file) throws GeneralSecurityException {
    try (var stream = Files.newInputStream(file)) {
      var all = CertificateFactory.getInstance("X.509").generateCertificates(stream);
      if (!all.isEmpty()) {
        return all.toArray(Certificate[]::new);
      }
    } catch (IOException | java.security.cert.CertificateException e) {
      throw wrong("certificate", "certificates in PEM", file);
    }
    throw wrong("certificate", "certificates in PEM", file);
  }

  private static SettingsException wrong(String name, String allowed, Path file) {
    return new SettingsException(
        "metasched.service.tls.%s: allowed is a file with %s, given was '%s'"
            .formatted(name, allowed, file));
  }

  private static PrivateKey key(Path file) throws GeneralSecurityException {
    var allowed = "a key as -----BEGIN PRIVATE KEY----- (openssl pkcs8 -topk8 -nocrypt)";
    try {
      var matcher = PKCS_8.matcher(Files.readString(file, StandardCharsets.US_ASCII));
      if (matcher.find()) {
        var bytes = Base64.getMimeDecoder().decode(matcher.group(1));
        for (var algorithm : ALGORITHMS) {
          try {
            return KeyFactory.getInstance(algorithm)
                .generatePrivate(new PKCS8EncodedKeySpec(bytes));
          } catch (InvalidKeySpecException otherAlgorithm) {
            // try the next algorithm
          }
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw wrong("key", allowed, file);
    }
    throw wrong("key", allowed, file);
  }
}

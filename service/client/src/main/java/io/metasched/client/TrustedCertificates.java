package io.metasched.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Certificates that a client trusts. */
final class TrustedCertificates {
  private TrustedCertificates() {}

  /** Returns the TLS context that trusts the certificates in a file of PEM. */
  static SSLContext read(Path authority) {
    try (var stream = Files.newInputStream(authority)) {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      int number = 0;
      for (var each : CertificateFactory.getInstance("X.509").generateCertificates(stream)) {
        store.setCertificateEntry("authority" + number++, each);
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      return context(trust.getTrustManagers());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "the certificates in %s cannot be read".formatted(authority), e);
    }
  }

  /** Returns a context that trusts nothing, for a URL without TLS; empty for one with TLS. */
  static Optional<SSLContext> unused(String url) {
    try {
      return url.startsWith("https:") ? Optional.empty() : Optional.of(context());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  private static SSLContext context(TrustManager... trusted) throws GeneralSecurityException {
    var context = SSLContext.getInstance("TLS");
    context.init(null, trusted, null);
    return context;
  }
}

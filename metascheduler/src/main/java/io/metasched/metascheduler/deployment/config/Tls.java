package io.metasched.metascheduler.deployment.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keys by which JVMs authenticate each other. They are read before the JVM listens, so that errors
 * are reported at the start and not when the first JVM joins.
 */
final class Tls {
  private static final String ROOT = ClusterSettings.ROOT + ".tls.";
  private static final String ENGINE = "akka.remote.artery.ssl.config-ssl-engine.";

  private final Config config;
  private final Path folder;

  private Tls(Config config, Path folder) {
    this.config = config;
    this.folder = folder;
  }

  /**
   * Returns the settings with the keys for remoting if TLS is on; otherwise, returns the settings
   * unchanged.
   *
   * @param folder base of relative paths
   * @throws DeploymentException if a file is missing, cannot be read or opened, or contains no key
   *     or no certificate that is valid now
   */
  static Config into(Config config, Path folder) {
    return config.getBoolean(ROOT + "enabled") ? new Tls(config, folder).applied() : config;
  }

  private Config applied() {
    var password = password();
    checkKey(open("key-store", password), password);
    checkTrust(open("trust-store", password));
    Map<String, Object> own = new LinkedHashMap<>();
    own.put("akka.remote.artery.transport", "tls-tcp");
    own.put("akka.remote.artery.ssl.ssl-engine-provider", ReportingTls.class.getName());
    own.put(ENGINE + "key-store", path("key-store").toString());
    own.put(ENGINE + "trust-store", path("trust-store").toString());
    own.put(ENGINE + "key-store-password", password);
    own.put(ENGINE + "key-password", password);
    own.put(ENGINE + "trust-store-password", password);
    return ConfigFactory.parseMap(own, "the keys of this JVM").withFallback(config);
  }

  private String password() {
    if (config.hasPath(ROOT + "password")) {
      return config.getString(ROOT + "password");
    }
    try {
      return Files.readString(readable("password-file")).strip();
    } catch (IOException e) {
      throw refusal("password-file", "cannot be read: " + e.getMessage());
    }
  }

  private KeyStore open(String key, String password) {
    try {
      return KeyStore.getInstance(readable(key).toFile(), password.toCharArray());
    } catch (IOException e) {
      throw refusal(
          key,
          e.getCause() instanceof UnrecoverableKeyException
              ? "the password is wrong (%spassword-file)".formatted(ROOT)
              : "this is not a key store");
    } catch (GeneralSecurityException e) {
      throw refusal(key, "this is not a key store");
    }
  }

  private void checkKey(KeyStore store, String password) {
    try {
      for (var alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias)) {
          var unused = store.getKey(alias, password.toCharArray());
          requireValid(store, alias);
          return;
        }
      }
    } catch (GeneralSecurityException e) {
      throw refusal("key-store", String.valueOf(e.getMessage()));
    }
    throw refusal("key-store", "the file has no private key");
  }

  private void checkTrust(KeyStore store) {
    try {
      for (var alias : Collections.list(store.aliases())) {
        if (store.isCertificateEntry(alias)) {
          requireValid(store, alias);
          return;
        }
      }
    } catch (GeneralSecurityException e) {
      throw refusal("trust-store", String.valueOf(e.getMessage()));
    }
    throw refusal("trust-store", "the file has no certificate of an authority");
  }

  private static void requireValid(KeyStore store, String alias) throws GeneralSecurityException {
    if (store.getCertificate(alias) instanceof X509Certificate certificate) {
      certificate.checkValidity();
    }
  }

  private Path readable(String key) {
    var path = path(key);
    if (!Files.isRegularFile(path)) {
      throw refusal(key, "there is no such file (conf/make-keys.sh makes the keys)");
    }
    if (!Files.isReadable(path)) {
      throw refusal(key, "the file may not be read");
    }
    return path;
  }

  private Path path(String key) {
    return folder.resolve(config.getString(ROOT + key)).toAbsolutePath().normalize();
  }

  private DeploymentException refusal(String key, String why) {
    return new DeploymentException("%s%s: %s: %s".formatted(ROOT, key, path(key), why));
  }
}

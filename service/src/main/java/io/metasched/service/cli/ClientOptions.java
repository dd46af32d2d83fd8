package io.metasched.service.cli;

import io.metasched.service.client.ApiClient;
import io.metasched.service.client.DeviceLogin;
import io.metasched.service.client.ServiceUsers;
import io.metasched.service.client.StoredLogin;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of client commands: service, token and output format. */
final class ClientOptions {
  private static final String URL = "METASCHED_URL";
  private static final String DATA = "service-data";

  /** URL of a service that is not named. */
  static final String USUAL_URL = "http://127.0.0.1:8080";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "URL of the service (default: METASCHED_URL, else http://127.0.0.1:8080).")
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with your token (default: METASCHED_TOKEN_FILE, else service-data/tokens/user1).")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description =
          "Trusted certificates in PEM (default: METASCHED_CA_FILE, else certificates of the JDK).")
  private @Nullable Path authority;

  @Option(
      names = "--service-user",
      paramLabel = "USER",
      description =
          "User whose process may receive your token at an http address of this machine;"
              + " any: no check (default: METASCHED_SERVICE_USER, else you, root and the owners of"
              + " the token file and of service-data).")
  private @Nullable String serviceUser;

  @Option(names = "--json", description = "Print the service's answer as JSON.")
  private boolean json;

  boolean json() {
    return json;
  }

  /** Returns a variable of the environment whose value is not empty. */
  private static Optional<String> variable(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
  }

  /** Returns a client with the sign-in beside the token file or, without one, with the token. */
  ApiClient client() {
    var file = loginFile();
    var login = StoredLogin.read(file).filter(each -> each.service().equals(service()));
    if (login.isEmpty()) {
      return ApiClient.of(service(), token(), trusted(), users());
    }
    var renewal = new DeviceLogin();
    var last = new AtomicReference<>(login.get());
    return ApiClient.with(
        service(),
        () -> last.updateAndGet(known -> renewal.fresh(file, known)).accessToken(),
        trusted(),
        users());
  }

  /** Returns a client that sends no token. */
  ApiClient anonymous() {
    return with("");
  }

  /** Returns a client with this token. */
  ApiClient with(String token) {
    return ApiClient.with(service(), () -> token, trusted(), users());
  }

  /** Returns the URL of the service. */
  String service() {
    return Optional.ofNullable(url)
        .map(text -> url("--url", text))
        .or(() -> variable(URL).map(text -> url(URL, text)))
        .orElse(USUAL_URL);
  }

  /** Returns the file of the sign-in. */
  Path loginFile() {
    return StoredLogin.beside(token());
  }

  private Path token() {
    return Optional.ofNullable(tokenFile)
        .or(() -> variable("METASCHED_TOKEN_FILE").map(Path::of))
        .orElseGet(ClientOptions::usualToken);
  }

  private Optional<Path> trusted() {
    return Optional.ofNullable(authority).or(() -> variable("METASCHED_CA_FILE").map(Path::of));
  }

  private ServiceUsers users() {
    return Optional.ofNullable(serviceUser)
        .or(() -> variable("METASCHED_SERVICE_USER"))
        .map(ServiceUsers::named)
        .orElseGet(() -> ServiceUsers.owners(token(), home().resolve(DATA)));
  }

  /**
   * Returns a valid service URL.
   *
   * @param name name of the option or variable
   * @throws ParameterException for an invalid URL
   */
  private String url(String name, String text) {
    try {
      var given = new URI(text);
      var isHttp = "http".equals(given.getScheme()) || "https".equals(given.getScheme());
      if (isHttp && given.getHost() != null && given.getQuery() == null) {
        return text;
      }
    } catch (URISyntaxException e) { // thrown below
    }
    throw new ParameterException(
        spec.commandLine(),
        "%s: allowed is http://HOST:PORT or https://HOST:PORT, given was '%s'"
            .formatted(name, text));
  }

  /** Returns the token file that is used if none is named. */
  static Path usualToken() {
    return home().resolve(DATA).resolve("tokens/user1");
  }

  /** Returns the folder of the program. */
  static Path home() {
    return Path.of(System.getProperty("metasched.home", "."));
  }
}

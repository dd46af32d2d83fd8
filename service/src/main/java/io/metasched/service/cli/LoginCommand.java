package io.metasched.service.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.client.DeviceLogin;
import io.metasched.service.client.ServiceException;
import io.metasched.service.client.ServiceException.Kind;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command that signs a shell in at an issuer. */
@Command(
    name = "login",
    description = {
      "Signs in at an OpenID Connect issuer of the service, with a code that you enter in a"
          + " browser.",
      "The following commands renew their access by themselves, until 'metasched logout'."
    },
    mixinStandardHelpOptions = true)
final class LoginCommand extends ClientCommand {
  @Option(
      names = "--issuer",
      paramLabel = "NAME",
      description = "Name of the issuer; required if the service has several.")
  private @Nullable String issuer;

  @Option(
      names = "--renew",
      description =
          "Only renew the stored access token if it is about to end, for programs that read it"
              + " themselves.")
  private boolean renews;

  @Override
  public Integer call() throws InterruptedException {
    var login = new DeviceLogin();
    if (renews) {
      login.renew(options.loginFile());
      return ExitCode.DONE;
    }
    var found = find(options.anonymous().get("/v1/logins").path("items"));
    var shell = found.path("shell");
    var code =
        login.begin(
            options.service(),
            found.path("issuer").asText(),
            shell.path("client").asText(),
            shell.path("scope").asText(),
            shell.path("audience").asText());
    line("Open %s and enter the code %s".formatted(code.place(), code.code()));
    code.wholePlace().ifPresent(place -> line("or open " + place));
    out().flush();
    var stored = login.await(code);
    var who = options.with(stored.accessToken()).get("/v1/session");
    stored.write(options.loginFile());
    return print(who, () -> line("Signed in as %s.".formatted(who.path("principal").asText())));
  }

  private JsonNode find(JsonNode items) {
    var all =
        StreamSupport.stream(items.spliterator(), false)
            .filter(item -> item.has("shell"))
            .filter(item -> issuer == null || item.path("name").asText().equals(issuer))
            .toList();
    if (all.size() == 1) {
      return all.get(0);
    } else if (all.isEmpty()) {
      throw new ServiceException(
          Kind.REFUSED, "the service has no such issuer for commands: create a token instead");
    }
    var names =
        all.stream().map(item -> item.path("name").asText()).collect(Collectors.joining(", "));
    throw new ServiceException(Kind.REFUSED, "--issuer: allowed is one of " + names);
  }
}

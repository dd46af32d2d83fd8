package io.metasched.service.cli;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.client.DeviceLogin;
import io.metasched.service.client.StoredLogin;
import picocli.CommandLine.Command;

/** Command that ends the sign-in of a shell. */
@Command(
    name = "logout",
    description = "Ends a sign-in of 'metasched login', also at the issuer if it allows this.",
    mixinStandardHelpOptions = true)
final class LogoutCommand extends ClientCommand {
  @Override
  public Integer call() {
    var file = options.loginFile();
    var login = StoredLogin.read(file);
    if (login.isEmpty()) {
      line("Nobody is signed in.");
    } else {
      boolean isRevoked = new DeviceLogin().revoke(login.get());
      StoredLogin.delete(file);
      line(isRevoked ? "Signed out." : "Signed out here; the issuer has revoked nothing.");
    }
    out().flush();
    return ExitCode.DONE;
  }
}

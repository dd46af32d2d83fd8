package io.metasched.metascheduler.deployment.config;

import java.util.regex.Pattern;

/**
 * Address at which a JVM of a cluster listens.
 *
 * @param host a name or an address
 * @param port 0 to 65535; 0 for any free port
 */
public record HostPort(String host, int port) {
  private static final int MOST = 65_535;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");
  private static final Pattern TEXT = Pattern.compile("([^:]*):(\\d{1,5})");

  /**
   * @throws DeploymentException for a host that is neither a name nor an IPv4 address, or a port
   *     out of range
   */
  public HostPort {
    if (!HOST.matcher(host).matches()) {
      throw new DeploymentException(
          "--host: allowed is a host name or an IPv4 address (also in conf/cluster.conf), given was '%s'"
              .formatted(host));
    }
    if (port < 0 || port > MOST) {
      throw new DeploymentException(
          "--port: allowed is 0 to %d (also in conf/cluster.conf), given was %d"
              .formatted(MOST, port));
    }
  }

  /**
   * Parses {@code HOST:PORT}.
   *
   * @param origin origin of the text in errors, such as {@code --join}
   * @throws DeploymentException for anything else, including port 0, at which no JVM can be reached
   */
  public static HostPort of(String text, String origin) {
    var parts = TEXT.matcher(text.strip());
    if (!parts.matches()
        || !HOST.matcher(parts.group(1)).matches()
        || Integer.parseInt(parts.group(2)) < 1
        || Integer.parseInt(parts.group(2)) > MOST) {
      throw new DeploymentException(
          "%s: allowed is HOST:PORT with a port of 1 to %d, given was '%s'"
              .formatted(origin, MOST, text));
    }
    return new HostPort(parts.group(1), Integer.parseInt(parts.group(2)));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}

package io.metasched.metascheduler.deployment.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Pattern;

/**
 * Message for a port that cannot be opened. It does not depend on the exceptions in which the
 * libraries wrap the reason.
 */
public final class PortFailure {
  private static final Pattern PLACE = Pattern.compile("^\\[[^]]*] ");
  private static final String IN_USE = "Address already in use";

  private PortFailure() {}

  /** Returns the innermost reason without the address, such as {@code Permission denied}. */
  public static String reason(Throwable failure) {
    var cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return PLACE.matcher(String.valueOf(cause.getMessage())).replaceFirst("");
  }

  /** Returns whether the port is in use. */
  public static boolean isInUse(Throwable failure) {
    return reason(failure).contains(IN_USE);
  }

  /**
   * Returns the reason. If the port is in use, the reason includes the process that uses the port,
   * if known.
   */
  public static String reason(Throwable failure, String host, int port) {
    var reason = reason(failure);
    if (!reason.equals(IN_USE)) {
      return reason;
    }
    try {
      var at = new InetSocketAddress(InetAddress.getAllByName(host)[0], port);
      return reason + TcpSocket.listening(at).map(socket -> " by " + socket.holder()).orElse("");
    } catch (IOException | RuntimeException e) {
      return reason; // the process cannot be determined on this system
    }
  }
}

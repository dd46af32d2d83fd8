package io.metasched.service.start;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port for a process that is to be started and cannot choose one itself. */
public final class FreePort {
  private FreePort() {}

  /** One of loopback that nobody has at present. */
  public static int find() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

package io.metasched.metascheduler.deployment;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Free port for a process that cannot choose one itself. */
public final class FreePort {
  private static final int FIRST = 10_240;

  /** Start of the range of ports that Linux may assign to outgoing connections at any time. */
  private static final int END = 32_768;

  private static final int TRIES = 1000;

  // one after the other, so that no port is returned twice before it is in use
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(END - FIRST));

  private FreePort() {}

  /**
   * Returns a free port of the loopback address that outgoing connections do not use.
   *
   * @throws IOException if no port is found
   */
  public static int find() throws IOException {
    for (int i = 1; ; i++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), END - FIRST);
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        if (i == TRIES) {
          throw taken;
        }
      }
    }
  }
}

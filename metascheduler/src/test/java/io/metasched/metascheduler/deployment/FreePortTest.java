package io.metasched.metascheduler.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** Ports for processes that are started later. */
final class FreePortTest {
  @Test
  void aPortCanBeBoundAndIsNotGivenTwice() throws IOException {
    int first = FreePort.find();
    int second = FreePort.find();

    assertThat(second).isNotEqualTo(first);
    try (var socket = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
      assertThat(socket.getLocalPort()).isEqualTo(first).isBetween(10_240, 32_767);
    }
  }
}

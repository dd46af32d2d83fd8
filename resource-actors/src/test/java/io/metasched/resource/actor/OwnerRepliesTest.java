package io.metasched.resource.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class OwnerRepliesTest {

  @Test
  void itKeepsTheRepliesThatTheReplyCacheKeeps() {
    var random = new Random(7);
    for (int run = 0; run < 500; run++) {
      int capacity = 1 + random.nextInt(4);
      var few = new OwnerReplies(capacity);
      var many = new ReplyCache<NodeOwner.Reply>(capacity);
      var next = new long[capacity]; // number of the next command, by issuer
      for (int i = 0; i < 30; i++) {
        int issuer = random.nextInt(capacity);
        var id = new CommandId(issuer, next[issuer]++);
        few.add(new NodeOwner.Done(id, 1));
        many.add(id, new NodeOwner.Done(id, 1));
        for (int by = 0; by < capacity; by++) {
          for (int number = 0; number <= next[by]; number++) {
            var asked = new CommandId(by, number);

            assertThat(few.of(asked)).isEqualTo(many.of(asked));
            assertThat(few.isTooOld(asked)).isEqualTo(many.isTooOld(asked));
          }
        }
      }
    }
  }

  @Test
  void ofOffersTheLastIsKeptAndNoOtherReplyIsForgottenForIt() {
    var replies = new OwnerReplies(3);
    replies.add(done(1));
    replies.add(offered(2));
    replies.add(done(3));

    replies.add(offered(4));

    assertThat(replies.of(id(1))).contains(done(1));
    assertThat(replies.of(id(2))).isEmpty();
    assertThat(replies.isTooOld(id(2))).isTrue();
    assertThat(replies.of(id(3))).contains(done(3));
    assertThat(replies.isTooOld(id(3))).isFalse();
    assertThat(replies.of(id(4))).contains(offered(4));
    assertThat(replies.isTooOld(id(5))).isFalse();
  }

  @Test
  void ofSoManyIssuersTheOneForgottenFirstIsForgotten() {
    var replies = new OwnerReplies(1);
    replies.add(new NodeOwner.Done(new CommandId(1, 5), 1));
    replies.add(new NodeOwner.Done(new CommandId(2, 5), 1));
    assertThat(replies.isTooOld(new CommandId(1, 5))).isTrue();

    replies.add(new NodeOwner.Done(new CommandId(3, 5), 1));

    assertThat(replies.isTooOld(new CommandId(1, 5))).isFalse();
    assertThat(replies.isTooOld(new CommandId(2, 5))).isTrue();
  }

  @Test
  void thereIsRoomForOneAtLeast() {
    assertThatIllegalArgumentException().isThrownBy(() -> new OwnerReplies(0));
  }

  private static CommandId id(long number) {
    return new CommandId(0, number);
  }

  private static NodeOwner.Reply done(long number) {
    return new NodeOwner.Done(id(number), 1);
  }

  private static NodeOwner.Reply offered(long number) {
    return new NodeOwner.Offered(id(number), 1, 0, Long.MAX_VALUE, List.of());
  }
}

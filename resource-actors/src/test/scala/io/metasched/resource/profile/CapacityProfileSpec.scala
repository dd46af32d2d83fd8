package io.metasched.resource.profile

import io.metasched.resource.fixture.DomainProperties
import java.lang.management.ManagementFactory
import java.util.SplittableRandom
import scala.collection.mutable.ArrayBuffer
import scala.jdk.CollectionConverters._

/** Agreement of the tree with the linear profile, at sizes with several tree levels. */
final class CapacityProfileSpec extends DomainProperties {
  private val capacity = 1000

  for ((leaf, inner, steps) <- Seq((4, 4, 6000), (8, 5, 6000), (32, 8, 20000), (128, 32, 40000)))
    s"A profile with nodes of $leaf and $inner" should {

      "agree with the linear walk through thousands of steps" in {
        val random = new SplittableRandom(leaf.toLong * 31 + inner)
        val tree = new CapacityProfile(0, capacity, leaf, inner)
        val linear = new LinearProfile(0, capacity)
        val held = ArrayBuffer.empty[ProcessorHold]
        var now = 0L
        var widest = 1

        for (n <- 1 to steps) withClue(s"step $n: ") {
          // the profile grows, then advances in time, then becomes empty
          val phase = 3 * n / (steps + 1)
          val from = now + random.nextLong(60L * steps)
          val length = 1 + (if (random.nextInt(20) == 0) random.nextLong(20L * steps) else random.nextLong(900))
          val processors = 1 + (if (random.nextInt(9) == 0) random.nextInt(capacity) else random.nextInt(40))
          val latest = if (random.nextBoolean()) Long.MaxValue else from + random.nextLong(2000)
          val start = tree.earliestStart(from, length, processors, latest)
          start shouldBe linear.earliestStart(from, length, processors, latest)
          if (start >= 0 && phase < 2) {
            val taken = new ProcessorHold(start, start + length, processors)
            Seq(tree, linear).foreach(_.hold(taken.start, taken.end, taken.processors))
            held += taken
          }
          if (held.nonEmpty && (phase == 2 || random.nextInt(3) == 0)) {
            for (_ <- 0 to phase if held.nonEmpty) {
              val i = random.nextInt(held.size)
              val gone = held(i)
              held(i) = held.last
              held.dropRightInPlace(1)
              if (gone.end > now)
                Seq(tree, linear).foreach(_.release(math.max(now, gone.start), gone.end, gone.processors))
            }
          }
          if (phase == 1 && random.nextInt(10) == 0) {
            now += random.nextLong(600)
            Seq(tree, linear).foreach(_.forgetBefore(now))
          }
          tree.size shouldBe linear.size
          widest = math.max(widest, tree.size)
          val tick = now + random.nextLong(100L * steps)
          tree.freeAt(tick) shouldBe linear.freeAt(tick)
        }

        widest should be > steps / 2
        while (held.nonEmpty) {
          val gone = held.remove(held.size - 1)
          if (gone.end > now) tree.release(math.max(now, gone.start), gone.end, gone.processors)
        }
        tree.size shouldBe 1
        tree.freeAt(now) shouldBe capacity
      }

      "agree with the linear walk after it is built in one pass" in {
        val random = new SplittableRandom(leaf.toLong)
        val reservations = Seq.fill(3000) {
          val start = random.nextLong(300000)
          new ProcessorHold(start, start + 1 + random.nextLong(900), 1 + random.nextInt(20))
        }
        val sorted = SortedReservations.of(reservations.asJava)
        val profiles = Seq(new CapacityProfile(0, 1, leaf, inner), new LinearProfile(0, 1))
        profiles.foreach(_.reset(1000, capacity, sorted))

        for (reservation <- reservations if reservation.start >= 1000) {
          profiles.foreach(_.release(reservation.start, reservation.end, reservation.processors))
          val answers = for (p <- profiles) yield {
            val start = p.earliestStart(reservation.start, 500, 990)
            p.hold(start, start + 100, 9)
            (start, p.size, p.freeAt(reservation.end))
          }
          answers.distinct should have size 1
        }
      }
    }

  "A profile that advances in time" should {

    "allocate no memory after it has its tree nodes" in {
      val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
      val profile = new CapacityProfile(0, capacity, 16, 4)
      val random = new SplittableRandom(7)
      val starts = Array.fill(40000)(random.nextLong(50000))
      var now = 0L
      def move(from: Int, to: Int): Unit = {
        var i = from
        while (i < to) {
          now += 10
          profile.forgetBefore(now)
          val start = profile.earliestStart(now + starts(i), 300, 1 + i % 50)
          profile.hold(start, start + 300, 1 + i % 50)
          i += 1
        }
      }
      move(0, 20000)
      val before = threads.getCurrentThreadAllocatedBytes

      move(20000, 40000)

      profile.size should be > 3000
      // a few extra nodes are allowed, but not one per step
      (threads.getCurrentThreadAllocatedBytes - before) should be < 100_000L
    }
  }
}

package io.metasched.simulation.system.cyclic.rows

import io.metasched.resource.fixture.Draws
import io.metasched.simulation.system.cyclic.rows.fixture.RunFiles
import io.metasched.simulation.rows.Decimals
import io.metasched.simulation.rows.FolderTree
import io.metasched.simulation.rows.ResultFormatException

import java.math.{BigDecimal => Decimal}
import java.nio.file.{Files, Path}

import scala.util.{Failure, Success, Try}

import io.metasched.simulation.system.cyclic.rows.fixture.RunText
import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

final class RunFilesPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(100))

  private val names = Gen
    .oneOf("nodes", "jobs", "placements", "local", "payments", "decisions", "cycles")
    .map(_ + ".csv")
  private val files = Gen.oneOf(names, Gen.const("run.csv"))
  private val anyBytes = Gen.listOf(Gen.choose(Byte.MinValue, Byte.MaxValue)).map(_.toArray)
  private val nearlyText = Gen
    .listOf(Gen.frequency(9 -> Gen.oneOf("0 1 2 . - , ; / \" \n \r { } : [".toSeq), 1 -> Gen.asciiChar))
    .map(_.mkString.getBytes("US-ASCII"))
  private val garbage = Gen.oneOf(anyBytes, nearlyText)

  "The files of a run" should {

    "be read with the content that was written" in forAll(CyclicRuns.any) { run =>
      inFolder { folder =>
        RunFiles.write(run, folder)
        RunFiles.read(folder) shouldBe run
      }
    }

    "have the digest of the first columns of placements.csv" in forAll(CyclicRuns.any) { run =>
      inFolder { folder =>
        RunFiles.write(run, folder)
        val lines = Files.readString(folder.resolve("placements.csv")).linesIterator.drop(1)
        val covered = lines.map(_.split(",").take(5).mkString(",") + "\n").mkString

        PlacementRowsDigest.of(run.placements) shouldBe sha256(covered)
      }
    }

    "be read or rejected in one line if any text replaces a file" in forAll(files, garbage)(readsOrRefuses(_, _))

    "be read or rejected in one line if any text is inserted into a file" in
      forAll(files, garbage, Gen.choose(0.0, 1.0), Gen.choose(0, 40)) { (name, bytes, place, lost) =>
        val text = RunText.small().file(name).getBytes("UTF-8")
        val at = (text.length * place).toInt
        readsOrRefuses(name, text.take(at) ++ bytes ++ text.drop(at + lost))
      }
  }

  "A decimal" should {
    "have one text for each value, which is read as this value" in
      forAll(Gen.choose(Long.MinValue, Long.MaxValue), Gen.oneOf(0, 3, 6)) { (value, digits) =>
        val text = Decimals.text(value, digits)

        new Decimal(text).compareTo(Decimal.valueOf(value, digits)) shouldBe 0
        Decimals.value(text, digits).getAsLong shouldBe value
      }
  }

  private def readsOrRefuses(name: String, bytes: Array[Byte]): Assertion = inFolder { folder =>
    RunText.small().writeTo(folder)
    Files.write(folder.resolve(name), bytes)
    Try(RunFiles.read(folder)) match {
      case Success(run)                            => run should not be null
      case Failure(refusal: ResultFormatException) => refusal.getMessage should fullyMatch regex s".*$name[ -~]+"
      case Failure(other)                          => fail(other)
    }
  }

  private def sha256(text: String): String = {
    val digest = java.security.MessageDigest.getInstance("SHA-256").digest(text.getBytes("US-ASCII"))
    digest.map("%02x".format(_)).mkString
  }

  private def inFolder[A](use: Path => A): A = {
    val folder = Files.createTempDirectory("run")
    try use(folder)
    finally FolderTree.delete(folder)
  }
}

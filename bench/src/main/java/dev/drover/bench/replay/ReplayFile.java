package dev.drover.bench.replay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The encoded objects of a file, mapped into memory, and the places to fill in. Any number of
/// threads.
final class ReplayFile {
  private final ByteBuffer bytes;
  private final List<Place> objects = new ArrayList<>();

  /// @param versionAt where the resource version is, within the object
  /// @param numbersAt where the number of the event is
  private record Place(int start, int length, int versionAt, int[] numbersAt) {}

  private ReplayFile(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  static ReplayFile open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      ReplayFile file = new ReplayFile(channel.map(MapMode.READ_ONLY, 0, channel.size()));
      file.find();
      return file;
    }
  }

  private void find() {
    byte[] object = new byte[1 << 16];
    for (int at = 0; at < bytes.limit(); at += object.length) {
      int length = bytes.getInt(at);
      at += Integer.BYTES;
      object = new byte[length];
      bytes.get(at, object);
      objects.add(
          new Place(
              at,
              length,
              indexOf(object, ReplayEvents.VERSION, 0),
              all(object, ReplayEvents.NUMBERED)));
    }
  }

  private static int[] all(byte[] in, byte[] what) {
    List<Integer> found = new ArrayList<>();
    for (int at = indexOf(in, what, 0); at >= 0; at = indexOf(in, what, at + what.length)) {
      found.add(at + ReplayEvents.MARK.length());
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int indexOf(byte[] in, byte[] what, int from) {
    for (int at = from; at <= in.length - what.length; at++) {
      int same = 0;
      while (same < what.length && in[at + same] == what[same]) {
        same++;
      }
      if (same == what.length) {
        return at;
      }
    }
    return -1;
  }

  /// How many objects there are.
  int size() {
    return objects.size();
  }

  /// How long the object of an event is.
  int length(int event) {
    return objects.get(event % objects.size()).length;
  }

  /// Writes the object of an event, with what is the event's own.
  void copy(int event, byte[] to, int at) {
    Place place = objects.get(event % objects.size());
    bytes.get(place.start, to, at, place.length);
    digits(
        ReplayEvents.START_VERSION + 1 + event,
        to,
        at + place.versionAt,
        ReplayEvents.VERSION.length);
    for (int number : place.numbersAt) {
      digits(event, to, at + number, ReplayEvents.DIGITS);
    }
  }

  private static void digits(long value, byte[] to, int at, int count) {
    long left = value;
    for (int i = count - 1; i >= 0; i--) {
      to[at + i] = (byte) ('0' + left % 10);
      left /= 10;
    }
  }
}

package dev.drover.bench.codec;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/// Loads [Database] once more, without the codecs that the annotation processor wrote: as if it had
/// not run.
final class WithoutCodecs extends ClassLoader {
  private static final Pattern OWN =
      Pattern.compile(Pattern.quote(Database.class.getName()) + "([$_].*)?");

  private WithoutCodecs() {
    super(Database.class.getClassLoader());
  }

  static Kind<?> kind() {
    try {
      return Kind.of(
          new WithoutCodecs()
              .loadClass(Database.class.getName())
              .asSubclass(KubernetesObject.class));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!OWN.matcher(name).matches()) {
      return super.loadClass(name, resolve);
    }
    if (name.endsWith("_Codec")) {
      throw new ClassNotFoundException(name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
